import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { columnsJson, Repository, type TransactionScope } from '#libs/platform/database';
import type { CatalogueEntry } from './catalogue-entry.js';

/** An entry with the id of the version that its node gets when it has none. */
export type ReadyEntry = CatalogueEntry & { versionId: string };

/** The number of the first version. */
export type VersionNumber = { text: string; sortKey: string };

const COLUMNS = [
  ...['name', 'author', 'description', 'repository', 'category', 'license', 'github_stars', 'tags'],
  'preempted_app_node_names',
];

/** What the catalogue says of a node, of a table or an alias. */
function columnsOf(table: string): string {
  return COLUMNS.map((column) => `${table}.${column}`).join(', ');
}

/** The fields of entries in a JSON array. */
const ENTRY_FIELDS = `
  id text, id_key text, look_alike_key text, publisher_id text, version_id uuid, name text, author text,
  description text, repository text, category text, license text, github_stars int, tags text[],
  preempted_app_node_names text[], app_node_names text[]`;

/** Only nodes that nobody has claimed. */
function unclaimed(node: string, entry: string): string {
  return `
  ${node}.publisher_id = ${entry}.publisher_id and ${node}.status = 'NodeStatusActive'
  and not exists (select 1 from publisher_members m where m.publisher_id = ${node}.publisher_id)`;
}

/** Whether the latest version has other app nodes than the entry says. */
function hasOtherAppNodes(node: string, entry: string): string {
  return `array(select name from app_nodes where node_version_id = ${node}.latest_version_id order by name)
    <> array(select unnest(${entry}.app_node_names) order by 1)`;
}

const VERSION_COLUMNS = `id, node_id, version, sort_key, is_prerelease, status, app_node_extract_status,
  app_node_extract_reason, upload_deadline`;
/** Behind the ids of the version and its node: `$2` is the number, `$3` its sort key. */
const VERSION_VALUES = `$2, $3, false, 'NodeVersionStatusActive', 'success', 'From a catalogue.', now()`;

const ADD_NODES = `
with r as materialized (
  select * from jsonb_to_recordset($1) as r(${ENTRY_FIELDS})),
added as (
  insert into nodes (id, id_key, look_alike_key, publisher_id, latest_version_id, ${COLUMNS.join(', ')})
  select r.id, r.id_key, r.look_alike_key, r.publisher_id, r.version_id, ${columnsOf('r')} from r order by r.id_key
  on conflict do nothing
  returning id, created_at),
versions as (
  insert into node_versions (${VERSION_COLUMNS})
  select r.version_id, r.id, ${VERSION_VALUES} from r join added on added.id = r.id),
app_nodes as (
  insert into app_nodes (node_version_id, name)
  select r.version_id, unnest(r.app_node_names) from r join added on added.id = r.id)
select id, created_at from added`;

/**
 * Writes many rows of the registry by one statement per table. The tables belong to the modules below; this one stands
 * above them all, for the import alone, where a statement per row would take minutes.
 */
@Injectable()
export class CatalogueRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  /** Tells the planner how large the tables have become: for empty ones it picks plans that read them whole. */
  async analyze(): Promise<void> {
    await this.rows(
      'analyze publishers, publisher_members, nodes, node_versions, app_nodes, ' +
        'node_search, node_search_key, search_term',
    );
  }

  /** Returns when everything committed so far is on the disk: a commit that waits takes along what came before. */
  async keep(): Promise<void> {
    await this.rows('select pg_current_xact_id()');
  }

  /** Which of these keys nodes have. */
  async knownKeys(keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.rows<{ idKey: string }>('select id_key from nodes where id_key = any($1)', [
      keys,
    ]);
    return new Set(rows.map(({ idKey }) => idKey));
  }

  /** Keys of those entries of known nodes that say something else than the registry does, as it stands now. */
  async differingKeys(entries: readonly CatalogueEntry[]): Promise<Set<string>> {
    const rows = await this.rows<{ idKey: string }>(
      `select r.id_key
         from jsonb_to_recordset($1) as r(${ENTRY_FIELDS})
         join nodes n on n.id_key = r.id_key
        where n.latest_version_id is null or ${hasOtherAppNodes('n', 'r')}
           or (${columnsOf('n')}) is distinct from (${columnsOf('r')})`,
      [columnsJson(entries)],
    );
    return new Set(rows.map(({ idKey }) => idKey));
  }

  /** Names of the publishers that there are, by id. */
  async publisherNames(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.rows<{ id: string; name: string }>(
      'select id, name from publishers where id = any($1)',
      [ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** @returns the ids of the new publishers. */
  async addPublishers(scope: TransactionScope, names: ReadonlyMap<string, string>): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      `insert into publishers (id, name) select * from unnest($1::text[], $2::text[]) as p(id, name)
        order by id on conflict do nothing returning id`,
      [[...names.keys()], [...names.values()]],
      scope,
    );
    return rows.map(({ id }) => id);
  }

  /** Ids of those that are not named so, or are banned. */
  async otherPublishers(scope: TransactionScope, names: ReadonlyMap<string, string>): Promise<Set<string>> {
    const rows = await this.rows<{ id: string }>(
      `select p.id from unnest($1::text[], $2::text[]) as given(id, name)
         join publishers p on p.id = given.id
        where p.name <> given.name or p.status = 'PublisherStatusBanned'`,
      [[...names.keys()], [...names.values()]],
      scope,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Stores those of the entries that are new, each with its first version as the latest, and the app nodes of this. One
   * statement, because a node and its latest version refer to each other.
   * @returns the nodes that were added; others exist by now.
   */
  async addNodes(
    scope: TransactionScope,
    entries: readonly ReadyEntry[],
    number: VersionNumber,
  ): Promise<{ id: string; createdAt: Date }[]> {
    return this.rows(ADD_NODES, [columnsJson(entries), number.text, number.sortKey], scope);
  }

  /** Stores entries of which a node may exist. @returns the ids of the nodes that are new or changed. */
  async saveNodes(scope: TransactionScope, entries: readonly CatalogueEntry[]): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      `insert into nodes (id, id_key, look_alike_key, publisher_id, ${COLUMNS.join(', ')})
       select r.id, r.id_key, r.look_alike_key, r.publisher_id, ${columnsOf('r')}
         from jsonb_to_recordset($1) as r(${ENTRY_FIELDS})
        order by r.id_key
       on conflict (id_key) do update set
         ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}, updated_at = now()
        where ${unclaimed('nodes', 'excluded')}
          and (${columnsOf('nodes')}) is distinct from (${columnsOf('excluded')})
       returning id`,
      [columnsJson(entries)],
      scope,
    );
    return rows.map(({ id }) => id);
  }

  /** Gives nodes without any version their first, as the latest. @returns the ids of these nodes. */
  async addFirstVersions(
    scope: TransactionScope,
    entries: readonly ReadyEntry[],
    number: VersionNumber,
  ): Promise<string[]> {
    const rows = await this.rows<{ nodeId: string }>(
      `insert into node_versions (${VERSION_COLUMNS})
       select r.version_id, n.id, ${VERSION_VALUES}
         from jsonb_to_recordset($1) as r(${ENTRY_FIELDS})
         join nodes n on n.id_key = r.id_key
        where ${unclaimed('n', 'r')}
          and not exists (select 1 from node_versions v where v.node_id = n.id)
       on conflict do nothing returning node_id`,
      [columnsJson(entries), number.text, number.sortKey],
      scope,
    );
    const ids = rows.map(({ nodeId }) => nodeId);
    await this.rows(
      `update nodes set latest_version_id = v.id from node_versions v
        where v.node_id = nodes.id and v.version = $2 and nodes.id = any($1)`,
      [ids, number.text],
      scope,
    );
    return ids;
  }

  /**
   * Replaces the app nodes of first versions that no archive stands behind, where the names differ.
   * @returns the ids of these nodes.
   */
  async saveAppNodes(
    scope: TransactionScope,
    entries: readonly CatalogueEntry[],
    number: string,
  ): Promise<string[]> {
    const differing = await this.rows<{ nodeId: string; versionId: string; names: string[] }>(
      `select n.id as node_id, v.id as version_id, r.app_node_names as names
         from jsonb_to_recordset($1) as r(${ENTRY_FIELDS})
         join nodes n on n.id_key = r.id_key
         join node_versions v on v.id = n.latest_version_id and v.version = $2 and v.archive_key is null
        where ${unclaimed('n', 'r')} and ${hasOtherAppNodes('n', 'r')}`,
      [columnsJson(entries), number],
      scope,
    );
    if (differing.length === 0) return [];
    const named = differing.flatMap(({ versionId, names }) => names.map((name) => ({ versionId, name })));
    await this.rows(
      'delete from app_nodes where node_version_id = any($1)',
      [differing.map(({ versionId }) => versionId)],
      scope,
    );
    await this.rows(
      'insert into app_nodes (node_version_id, name) select * from unnest($1::uuid[], $2::text[])',
      [named.map(({ versionId }) => versionId), named.map(({ name }) => name)],
      scope,
    );
    return differing.map(({ nodeId }) => nodeId);
  }

  async publishersOf(
    scope: TransactionScope,
    nodeIds: readonly string[],
  ): Promise<{ nodeId: string; publisherId: string }[]> {
    return this.rows(
      'select id as node_id, publisher_id from nodes where id = any($1) order by id_key',
      [nodeIds],
      scope,
    );
  }
}
