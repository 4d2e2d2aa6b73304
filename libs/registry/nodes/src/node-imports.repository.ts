import { Injectable } from '@nestjs/common';
import { columnsJson, columnValues, Repository, type TransactionScope } from '#libs/platform/database';
import type { Node } from './node.entity.js';

export type CatalogueNode = Pick<
  Node,
  | 'id'
  | 'idKey'
  | 'lookAlikeKey'
  | 'publisherId'
  | 'name'
  | 'author'
  | 'description'
  | 'repository'
  | 'category'
  | 'license'
  | 'githubStars'
  | 'tags'
  | 'preemptedAppNodeNames'
>;

const FIELDS = `
  id text, id_key text, look_alike_key text, publisher_id text, name text, author text, description text,
  repository text, category text, license text, github_stars int, tags text[], preempted_app_node_names text[]`;

const COLUMNS = [
  ...['name', 'author', 'description', 'repository', 'category', 'license', 'github_stars'],
  ...['tags', 'preempted_app_node_names'],
];

/** The columns that a catalogue sets, of a table or an alias. */
function columnsOf(table: string): string {
  return COLUMNS.map((column) => `${table}.${column}`).join(', ');
}

/** Only unclaimed nodes of the publisher. */
function unclaimed(node: string, entry: string): string {
  return `${node}.publisher_id = ${entry}.publisher_id and ${node}.status = 'NodeStatusActive'
    and not exists (select 1 from publisher_members m where m.publisher_id = ${node}.publisher_id)`;
}

/** Writes many rows of the table `nodes` in one statement; one statement per row would take minutes. */
@Injectable()
export class NodeImportsRepository extends Repository {
  /** Stores nodes that are new, or unclaimed and different. @returns the stored nodes. */
  async save(
    scope: TransactionScope,
    nodes: readonly CatalogueNode[],
  ): Promise<{ id: string; isNew: boolean }[]> {
    return this.rows(
      scope,
      `insert into nodes (id, id_key, look_alike_key, publisher_id, ${COLUMNS.join(', ')})
       select r.id, r.id_key, r.look_alike_key, r.publisher_id, ${columnsOf('r')}
         from jsonb_to_recordset($1) as r(${FIELDS})
        order by r.id_key
       on conflict (id_key) do update set
         ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}, updated_at = now()
        where ${unclaimed('nodes', 'excluded')}
          and (${columnsOf('nodes')}) is distinct from (${columnsOf('excluded')})
       returning id, xmax = 0 as is_new`,
      [columnsJson(nodes)],
    );
  }

  /** The nodes that are new or unclaimed, locked until the transaction ends. */
  async holdUnclaimed(
    scope: TransactionScope,
    nodes: readonly CatalogueNode[],
    newIds: readonly string[],
  ): Promise<Pick<Node, 'id' | 'idKey' | 'publisherId' | 'latestVersionId'>[]> {
    return this.rows(
      scope,
      `select n.id, n.id_key, n.publisher_id, n.latest_version_id
         from nodes n join unnest($1::text[], $2::text[]) as r(id_key, publisher_id) on r.id_key = n.id_key
        where (n.id = any($3) or ${unclaimed('n', 'r')}) order by n.id_key for no key update of n`,
      [...columnValues(nodes, 'idKey', 'publisherId'), newIds],
    );
  }

  async setLatestVersions(
    scope: TransactionScope,
    versions: readonly { id: string; nodeId: string }[],
  ): Promise<void> {
    await this.rows(
      scope,
      `update nodes set latest_version_id = v.id from unnest($1::uuid[], $2::text[]) as v(id, node_id)
        where nodes.id = v.node_id`,
      columnValues(versions, 'id', 'nodeId'),
    );
  }
}
