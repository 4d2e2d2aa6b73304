import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Repository, type TransactionScope } from '#libs/platform/database';
import type { CatalogueEntry } from './catalogue-entry.js';

/** The version that a catalogue's node gets, when it has none. */
export type FirstVersion = { idKey: string; publisherId: string; versionId: string };

/** What the catalogue may change of a node: only nodes that nobody has claimed. */
const UNCLAIMED = `
  "nodes"."publisherId" = excluded."publisherId" and "nodes"."status" = 'NodeStatusActive'
  and not exists (select 1 from "publisher_members" m where m."publisherId" = excluded."publisherId")`;

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
      'analyze "publishers", "publisher_members", "nodes", "node_versions", "app_nodes", "node_app_names", ' +
        'node_search, node_search_key, search_term',
    );
  }

  /** @returns the ids of the new publishers. */
  async addPublishers(scope: TransactionScope, entries: readonly CatalogueEntry[]): Promise<string[]> {
    const names = new Map(entries.map(({ publisherId, publisherName }) => [publisherId, publisherName]));
    const rows = await this.rows<{ id: string }>(
      `insert into "publishers" ("id", "name") select * from unnest($1::text[], $2::text[]) as p("id", "name")
        order by "id" on conflict do nothing returning "id"`,
      [[...names.keys()], [...names.values()]],
      scope,
    );
    return rows.map(({ id }) => id);
  }

  /** @returns the ids of the nodes that are new or changed. */
  async saveNodes(scope: TransactionScope, entries: readonly CatalogueEntry[]): Promise<string[]> {
    const columns = ['name', 'author', 'description', 'repository', 'category', 'license', 'githubStars'];
    const lists = ['tags', 'preemptedAppNodeNames'];
    const quoted = [...columns, ...lists].map((column) => `"${column}"`);
    const rows = await this.rows<{ id: string }>(
      `insert into "nodes" ("id", "idKey", "lookAlikeKey", "publisherId", ${quoted.join(', ')})
       select r."id", r."idKey", r."lookAlikeKey", r."publisherId", ${quoted.map((column) => `r.${column}`).join(', ')}
         from jsonb_to_recordset($1) as r("id" text, "idKey" text, "lookAlikeKey" text, "publisherId" text, "name" text,
              "author" text, "description" text, "repository" text, "category" text, "license" text,
              "githubStars" int, "tags" text[], "preemptedAppNodeNames" text[])
        order by r."idKey"
       on conflict ("idKey") do update set
         ${quoted.map((column) => `${column} = excluded.${column}`).join(', ')}, "updatedAt" = now()
        where ${UNCLAIMED}
          and (${quoted.map((column) => `"nodes".${column}`).join(', ')})
              is distinct from (${quoted.map((column) => `excluded.${column}`).join(', ')})
       returning "id"`,
      [JSON.stringify(entries)],
      scope,
    );
    return rows.map(({ id }) => id);
  }

  /** Gives nodes without any version their first, as the latest. @returns the ids of these nodes. */
  async addFirstVersions(
    scope: TransactionScope,
    versions: readonly FirstVersion[],
    number: { text: string; sortKey: string },
  ): Promise<string[]> {
    const rows = await this.rows<{ nodeId: string }>(
      `insert into "node_versions" ("id", "nodeId", "version", "sortKey", "isPrerelease", "status",
                                    "appNodeExtractStatus", "appNodeExtractReason", "uploadDeadline")
       select r."versionId", n."id", $2, $3, false, 'NodeVersionStatusActive', 'success', 'From a catalogue.', now()
         from jsonb_to_recordset($1) as r("idKey" text, "publisherId" text, "versionId" uuid)
         join "nodes" n on n."idKey" = r."idKey" and n."publisherId" = r."publisherId"
        where n."status" = 'NodeStatusActive'
          and not exists (select 1 from "node_versions" v where v."nodeId" = n."id")
       on conflict do nothing returning "nodeId"`,
      [JSON.stringify(versions), number.text, number.sortKey],
      scope,
    );
    const ids = rows.map(({ nodeId }) => nodeId);
    await this.rows(
      `update "nodes" set "latestVersionId" = v."id" from "node_versions" v
        where v."nodeId" = "nodes"."id" and v."version" = $2 and "nodes"."id" = any($1)`,
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
      `select n."id" as "nodeId", v."id" as "versionId", r."appNodeNames" as "names"
         from jsonb_to_recordset($1) as r("idKey" text, "publisherId" text, "appNodeNames" text[])
         join "nodes" n on n."idKey" = r."idKey" and n."publisherId" = r."publisherId"
         join "node_versions" v on v."id" = n."latestVersionId" and v."version" = $2 and v."archiveKey" is null
         left join "node_app_names" a on a."nodeId" = n."id"
        where coalesce(a."names", '{}') <> r."appNodeNames"`,
      [JSON.stringify(entries), number],
      scope,
    );
    if (differing.length === 0) return [];
    const named = differing.flatMap(({ versionId, names }) => names.map((name) => ({ versionId, name })));
    await this.rows(
      'delete from "app_nodes" where "nodeVersionId" = any($1)',
      [differing.map(({ versionId }) => versionId)],
      scope,
    );
    await this.rows(
      'insert into "app_nodes" ("nodeVersionId", "name") select * from unnest($1::uuid[], $2::text[])',
      [named.map(({ versionId }) => versionId), named.map(({ name }) => name)],
      scope,
    );
    await this.rows(
      `insert into "node_app_names" ("nodeId", "names")
       select r."nodeId", r."names" from jsonb_to_recordset($1) as r("nodeId" text, "names" text[])
       on conflict ("nodeId") do update set "names" = excluded."names"`,
      [JSON.stringify(differing)],
      scope,
    );
    return differing.map(({ nodeId }) => nodeId);
  }

  async publishersOf(
    scope: TransactionScope,
    nodeIds: readonly string[],
  ): Promise<{ nodeId: string; publisherId: string }[]> {
    return this.rows(
      'select "id" as "nodeId", "publisherId" from "nodes" where "id" = any($1) order by "idKey"',
      [nodeIds],
      scope,
    );
  }
}
