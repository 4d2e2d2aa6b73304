import { Injectable } from '@nestjs/common';
import { Conditions, PLANNED_FOR_VALUES, Repository, type StatementScope } from '#libs/platform/database';
import { COUNTED_ROWS_MAX, listPage, type ListPage, type ListPlace, listTotal } from '#libs/platform/http';
import type { AppNode } from '#libs/registry/versions/store';

export type AppNodeFilter = {
  nodeId?: string | undefined;
  /** Normalised number; each node's latest version when absent. */
  version?: string | undefined;
  name?: string | undefined;
};

/**
 * Versions that the public may see: active ones of active nodes of active publishers. The joined tables belong to the
 * modules below this one, which reads them only here.
 */
const VISIBLE_VERSIONS = `node_versions v
  join nodes n on n.id = v.node_id and n.status = 'NodeStatusActive' and v.status = 'NodeVersionStatusActive'
  join publishers p on p.id = n.publisher_id and p.status = 'PublisherStatusActive'`;

@Injectable()
export class AppNodesRepository extends Repository {
  async listOfVersion(scope: StatementScope, versionId: string): Promise<AppNode[]> {
    return this.rows<AppNode>(scope, 'select * from app_nodes where node_version_id = $1 order by name', [
      versionId,
    ]);
  }

  async list(
    scope: StatementScope,
    { nodeId, version, name }: AppNodeFilter,
    place: ListPlace,
  ): Promise<ListPage<AppNode>> {
    const conditions = new Conditions();
    const isVisible = `v.id = a.node_version_id and ${
      version === undefined ? 'v.id = n.latest_version_id' : `v.version = ${conditions.given(version)}`
    }`;
    // With a node, start from its app nodes; without one, walk all app nodes in order and check the version of each.
    const isOfNode = nodeId !== undefined;
    const from = isOfNode ? `app_nodes a, ${VISIBLE_VERSIONS}` : 'app_nodes a';
    conditions.add(isOfNode ? isVisible : `(select true from ${VISIBLE_VERSIONS} where ${isVisible})`);
    if (isOfNode) conditions.add(`n.id_key = ${conditions.given(nodeId.toLowerCase())}`);
    if (name !== undefined) conditions.add(`a.name = ${conditions.given(name)}`);
    const counted =
      place.counted ?? listTotal(await this.countUpTo(scope, COUNTED_ROWS_MAX, from, conditions));
    if (place.after) {
      const [afterName, afterVersion] = place.after.map((key) => conditions.given(key));
      conditions.add(`(a.name, a.node_version_id) > (${afterName}, ${afterVersion})`);
    }
    const found = await this.rows<AppNode>(
      scope,
      `${PLANNED_FOR_VALUES}select a.* from ${from} where ${conditions.text} order by a.name, a.node_version_id
        offset ${conditions.given(place.offset)} limit ${conditions.given(place.limit + 1)}`,
      conditions.parameters,
    );
    return listPage(place, found, (appNode) => [appNode.name, appNode.nodeVersionId], counted);
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
