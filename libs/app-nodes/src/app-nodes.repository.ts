import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import { LISTED_ROWS_MAX, type ListTotal, listTotal } from '#libs/platform/http';
import type { AppNode } from '#libs/version-store';

/** Which app nodes to list. */
export type AppNodeFilter = {
  nodeId?: string | undefined;
  /** Normalised number; each node's latest version when absent. */
  version?: string | undefined;
  name?: string | undefined;
  offset: number;
  limit: number;
};

/**
 * App nodes that everybody may see: of an active version of an active node of an active publisher. This module stands
 * above those that own the joined tables, and reads them only here.
 */
const VISIBLE = `
  from app_nodes a
  join node_versions v on v.id = a.node_version_id and v.status = 'NodeVersionStatusActive'
  join nodes n on n.id = v.node_id and n.status = 'NodeStatusActive'
  join publishers p on p.id = n.publisher_id and p.status = 'PublisherStatusActive'
 where (case when $2::text is null then v.id = n.latest_version_id else v.version = $2 end)
   and ($1::text is null or n.id_key = lower($1))
   and ($3::text is null or a.name = $3)`;

/** Reads app nodes for replies. */
@Injectable()
export class AppNodesRepository extends Repository {
  async listOfVersion(scope: StatementScope, versionId: string): Promise<AppNode[]> {
    return this.rows<AppNode>(scope, 'select * from app_nodes where node_version_id = $1 order by name', [
      versionId,
    ]);
  }

  /** A page by name and node, and the total as far as it is counted. */
  async list(scope: StatementScope, filter: AppNodeFilter): Promise<{ appNodes: AppNode[] } & ListTotal> {
    const parameters = [filter.nodeId ?? null, filter.version ?? null, filter.name ?? null];
    const appNodes = await this.rows<AppNode>(
      scope,
      `select a.* ${VISIBLE} order by a.name, a.node_version_id offset $4 limit $5`,
      [...parameters, filter.offset, filter.limit],
    );
    const count = await this.row<{ total: number }>(
      scope,
      `select count(*)::int as total from (select 1 ${VISIBLE} limit ${LISTED_ROWS_MAX + 1}) as counted`,
      parameters,
    );
    return { appNodes, ...listTotal(count?.total ?? 0) };
  }

  /** The node that an app node's name stands for: one that preempts the name, else the most used one. */
  async findNodeIdByName(scope: StatementScope, name: string): Promise<string | undefined> {
    const row = await this.row<{ id: string }>(
      scope,
      `select n.id
         from app_nodes a
         join node_versions v on v.id = a.node_version_id and v.status = 'NodeVersionStatusActive'
         join nodes n on n.id = v.node_id and n.latest_version_id = v.id and n.status = 'NodeStatusActive'
         join publishers p on p.id = n.publisher_id and p.status = 'PublisherStatusActive'
        where a.name = $1
        order by ($1 = any(n.preempted_app_node_names)) desc, nullif(n.search_ranking, 0), n.downloads desc,
                 n.github_stars desc, n.id_key
        limit 1`,
      [name],
    );
    return row?.id;
  }
}
