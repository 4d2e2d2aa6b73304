import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';

/** The values by which search results are narrowed. Null means every platform. */
export type NodeTraits = {
  os: string[] | null;
  accelerators: string[] | null;
  tags: string[];
};

const APP_NODES_MAX = 500;

/** Reads the facts about found nodes that ordinary replies do not show. */
@Injectable()
export class NodeTraitsRepository extends Repository {
  /** In the order of the lower-case ids. */
  async list(scope: StatementScope, ids: readonly string[]): Promise<NodeTraits[]> {
    if (ids.length === 0) return [];
    return this.rows<NodeTraits>(
      scope,
      `select found.os, found.accelerators, node.tags
         from unnest($1::text[]) with ordinality as wanted (id, place)
         join node_search found on found.id = wanted.id
         join nodes node on node.id_key = wanted.id
        order by wanted.place`,
      [ids],
    );
  }

  /** Names of the app nodes of each node's latest version, by lower-case id. */
  async appNodeNames(scope: StatementScope, ids: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.rows<{ id: string; names: string[] }>(
      scope,
      `select node.id_key as id,
              array(select name from app_nodes where node_version_id = node.latest_version_id
                     order by name limit $2) as names
         from nodes node where node.id_key = any($1)`,
      [ids, APP_NODES_MAX],
    );
    return new Map(rows.map(({ id, names }) => [id, names]));
  }
}
