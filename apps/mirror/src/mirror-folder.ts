import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { v7 as uuidv7 } from 'uuid';
import type { AdvisoryRecord, NodeRecord, RegistryRecord, VersionRecord } from './records.js';

const SCHEMA = `
  pragma journal_mode = wal;
  create table if not exists facts (name text primary key, value text not null) strict;
  create table if not exists publishers (id text primary key, body text not null) strict;
  create table if not exists nodes (id_key text primary key, publisher_id text not null, body text not null) strict;
  create table if not exists versions (node_key text not null, version text not null, id text not null, sha256 text not null,
    is_stored integer not null default 0, body text not null, primary key (node_key, version)) strict;
  create table if not exists advisories (id text primary key, node_key text not null, body text not null) strict;
  create index if not exists ix_versions_sha256 on versions (sha256);
  create index if not exists ix_versions_missing on versions (sha256) where not is_stored;
  create index if not exists ix_advisories_node_key on advisories (node_key);`;
const TABLES = ['publishers', 'nodes', 'versions', 'advisories'];
const LEFT_BEHIND_MS = 3_600_000;

/** What the folder remembers beside its copy. */
export type FactName = 'cursor' | 'source' | 'public_key' | 'as_of';

type ChangedThing = {
  kind: string;
  publisher_id: string | null;
  node_id: string | null;
  version: string | null;
};

export type MissingArchive = { sha256: string; nodeId: string; version: string; bytes: number | null };

/**
 * A copy of the registry in a folder: `mirror.db` has what is said of nodes, `archives` the archives under their SHA-256. Each
 * change is one transaction, and a file is moved into place when it is complete, so a kill leaves nothing half done.
 */
export class MirrorFolder {
  private readonly database: DatabaseSync;
  private readonly incoming: string;

  constructor(readonly folder: string) {
    this.incoming = path.join(folder, 'incoming');
    mkdirSync(path.join(folder, 'archives'), { recursive: true });
    mkdirSync(this.incoming, { recursive: true });
    for (const name of readdirSync(this.incoming)) {
      const left = path.join(this.incoming, name);
      if (statSync(left).mtimeMs < Date.now() - LEFT_BEHIND_MS) rmSync(left, { recursive: true });
    }
    this.database = new DatabaseSync(path.join(folder, 'mirror.db'), { timeout: 10_000 });
    this.database.exec(SCHEMA);
  }

  close(): void {
    this.database.close();
  }

  /** A path for something that is not in the copy yet. */
  newIncoming(): string {
    return path.join(this.incoming, uuidv7());
  }

  fact(name: FactName): string | undefined {
    return this.one<{ value: string }>('select value from facts where name = ?', name)?.value;
  }

  remember(facts: Partial<Record<FactName, string>>): void {
    for (const [name, value] of Object.entries(facts))
      this.run('insert or replace into facts (name, value) values (?, ?)', name, value);
  }

  /** Adds or replaces records in one transaction. */
  put(records: readonly RegistryRecord[]): void {
    this.atOnce(() => records.forEach((record) => this.putOne(record)));
  }

  /** Takes over what another folder holds, in one transaction: in place of everything, or of the nodes that it has. */
  takeFrom(
    other: MirrorFolder,
    scope: 'everything' | 'its nodes',
    facts: Partial<Record<FactName, string>>,
  ): void {
    this.run('attach ? as other', path.join(other.folder, 'mirror.db'));
    try {
      this.atOnce(() => {
        if (scope === 'everything')
          for (const table of TABLES) this.database.exec(`delete from main.${table}`);
        else
          for (const table of ['versions', 'advisories'])
            this.database.exec(
              `delete from main.${table} where node_key in (select id_key from other.nodes)`,
            );
        for (const table of TABLES)
          this.database.exec(`insert or replace into main.${table} select * from other.${table}`);
        this.remember(facts);
      });
    } finally {
      this.database.exec('detach other');
    }
  }

  /** Removes what a change names; a node with its versions. */
  remove({ kind, publisher_id, node_id, version }: ChangedThing): void {
    const key = node_id?.toLowerCase() ?? '';
    this.atOnce(() => {
      if (kind === 'publisher') this.run('delete from publishers where id = ?', publisher_id);
      if (kind === 'node') this.run('delete from nodes where id_key = ?', key);
      if (kind === 'node') this.run('delete from versions where node_key = ?', key);
      if (kind === 'node_version')
        this.run('delete from versions where node_key = ? and version = ?', key, version);
    });
  }

  /** Removes archives that belong to no version any more. */
  removeUnused(): void {
    const used = new Set(
      this.all<{ sha256: string }>('select sha256 from versions').map(({ sha256 }) => sha256),
    );
    const archives = path.join(this.folder, 'archives');
    for (const name of readdirSync(archives, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.zip') && !used.has(path.basename(name, '.zip'))) rmSync(path.join(archives, name));
  }

  publisher(id: string): object | undefined {
    return body(this.one('select body from publishers where id = ?', id));
  }

  node(id: string): NodeRecord | undefined {
    return body(this.one('select body from nodes where id_key = ?', id.toLowerCase()));
  }

  countNodes(): number {
    return this.one<{ count: number }>('select count(*) as count from nodes')?.count ?? 0;
  }

  nodes(offset: number, limit: number): NodeRecord[] {
    return this.bodies('select body from nodes order by id_key limit ? offset ?', limit, offset);
  }

  /** By number or UUID. */
  version(nodeId: string, wanted: string): VersionRecord | undefined {
    const find = 'select body from versions where node_key = ? and (version = ? or id = ?)';
    return body(this.one(find, nodeId.toLowerCase(), wanted, wanted.toLowerCase()));
  }

  versions(nodeId: string): VersionRecord[] {
    return this.bodies('select body from versions where node_key = ?', nodeId.toLowerCase());
  }

  advisory(id: string): AdvisoryRecord | undefined {
    return body(this.one('select body from advisories where id = ?', id));
  }

  /** Newest first; of one node, or of all. */
  advisories(nodeId?: string): AdvisoryRecord[] {
    const condition = nodeId === undefined ? '' : 'where node_key = ?';
    const newest = `select body from advisories ${condition} order by body ->> 'published_at' desc, id desc`;
    return this.bodies(newest, ...(nodeId === undefined ? [] : [nodeId.toLowerCase()]));
  }

  /** Archives that are not there yet, each with a version that it belongs to. */
  missing(): MissingArchive[] {
    return this.all<MissingArchive>(
      `select sha256, body ->> 'node_id' as nodeId, version, body ->> 'archive_bytes' as bytes
         from versions where not is_stored and sha256 <> '' group by sha256`,
    );
  }

  /** The path of an archive; it may not exist. */
  archive(sha256: string): string {
    return path.join(this.folder, 'archives', sha256.slice(0, 2), `${sha256}.zip`);
  }

  hasArchive(sha256: string): boolean {
    return existsSync(this.archive(sha256));
  }

  /** Moves a complete archive into place. */
  async store(sha256: string, file: string): Promise<void> {
    const target = this.archive(sha256);
    mkdirSync(path.dirname(target), { recursive: true });
    const handle = await open(file, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(file, target);
    this.markStored(sha256);
  }

  markStored(sha256: string): void {
    this.run('update versions set is_stored = 1 where sha256 = ?', sha256);
  }

  /** Every record, of all nodes or of some, as a snapshot has them. */
  *records(nodeIds?: readonly string[]): Generator<RegistryRecord> {
    const ids = nodeIds?.map((id) => id.toLowerCase());
    const chosen = (column: string): string =>
      ids === undefined ? '' : `where ${column} in (select value from json_each(?))`;
    const given = ids === undefined ? [] : [JSON.stringify(ids)];
    const ofNodes =
      ids === undefined ? '' : `where id in (select publisher_id from nodes ${chosen('id_key')})`;
    for (const select of [
      `select body from publishers ${ofNodes}`,
      `select body from nodes ${chosen('id_key')}`,
      `select body from versions ${chosen('node_key')}`,
      `select body from advisories ${chosen('node_key')}`,
    ])
      for (const row of this.database.prepare(select).iterate(...given))
        yield JSON.parse(String(row.body)) as RegistryRecord;
  }

  private putOne(record: RegistryRecord): void {
    const text = JSON.stringify(record);
    switch (record.kind) {
      case 'publisher':
        return this.run('insert or replace into publishers (id, body) values (?, ?)', record.id, text);
      case 'node':
        return this.run(
          'insert or replace into nodes (id_key, publisher_id, body) values (?, ?, ?)',
          record.id.toLowerCase(),
          record.publisher_id,
          text,
        );
      case 'version':
        return this.run(
          'insert or replace into versions (node_key, version, id, sha256, is_stored, body) values (?, ?, ?, ?, ?, ?)',
          record.node_id.toLowerCase(),
          record.version,
          record.id,
          record.sha256,
          record.sha256 !== '' && this.hasArchive(record.sha256) ? 1 : 0,
          text,
        );
      case 'advisory':
        return this.run(
          'insert or replace into advisories (id, node_key, body) values (?, ?, ?)',
          record.id,
          record.node_id.toLowerCase(),
          text,
        );
    }
  }

  private atOnce(work: () => void): void {
    this.database.exec('begin immediate');
    try {
      work();
      this.database.exec('commit');
    } catch (error) {
      this.database.exec('rollback');
      throw error;
    }
  }

  private run(sql: string, ...values: SQLInputValue[]): void {
    this.database.prepare(sql).run(...values);
  }

  private one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.database.prepare(sql).get(...values) as Row | undefined;
  }

  private all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.database.prepare(sql).all(...values) as Row[];
  }

  private bodies<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.all<{ body: string }>(sql, ...values).map(({ body: text }) => JSON.parse(text) as T);
  }
}

function body<T>(row: { body: string } | undefined): T | undefined {
  return row && (JSON.parse(row.body) as T);
}
