import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { BASELINE, formerTableNames, runMigrations, writableServer } from '#libs/platform/database';
import type { ObjectStorage } from '#libs/platform/storage';
import { BackupError } from './backup.error.js';
import { type Backup, type BackupEntry, readEntries } from './backup-reader.js';
import { type Contents, fileOfEntry, type TableContents, tableOfPart } from './contents.js';
import { TablesRepository } from './tables.repository.js';

const BASELINE_NAME = `Baseline${BASELINE}`;

/** Where rows and files go. */
export type BackupTarget = { databaseUrl: string; queueSchema: string; storage: ObjectStorage };

/**
 * Reads a backup into an empty database and a storage, with the schema it was made with, then brings that to the newest one. One
 * from before the baseline goes to that at once. Rows appear all at once, after the files.
 * @throws BackupError when it was made by a newer Atelier, or the database holds something already.
 */
export async function restoreBackup(
  { file, contents }: Backup,
  { databaseUrl, queueSchema, storage }: BackupTarget,
): Promise<void> {
  const client = new Client({
    connectionString: await writableServer(databaseUrl),
    application_name: 'atelier-restore',
  });
  await client.connect();
  try {
    const tables = await TablesRepository.of(client, queueSchema);
    const migrate = (only: readonly string[]) => runMigrations(databaseUrl, { only, queueSchema });
    const isFormer = !contents.migrations.includes(BASELINE_NAME);
    await migrateAsBackedUp(migrate, tables, isFormer ? [BASELINE_NAME] : sinceBaseline(contents.migrations));
    const own = await tables.contents();
    requireKnownTables(contents, isFormer ? await formerTables(contents, own) : own.tables);
    const foreignKeys = await tables.beginWriting(contents.tables.filter(({ name }) => hasTable(own, name)));
    const targets = isFormer ? await tables.makeFormer(contents.tables) : contents.tables;
    await writeEntries(file, contents, (at) => targets[at], tables, storage);
    if (isFormer) await tables.carryFormer(contents.migrations);
    await tables.endWriting(foreignKeys, contents.sequences);
  } finally {
    await client.end();
  }
  await runMigrations(databaseUrl, { queueSchema });
}

/** Of the migrations that a backup names, those that can be run: the baseline stands for all before it. */
function sinceBaseline(migrations: readonly string[]): string[] {
  return migrations.filter((name) => name.slice(-BASELINE.length) >= BASELINE);
}

async function migrateAsBackedUp(
  migrate: (only: readonly string[]) => Promise<unknown>,
  tables: TablesRepository,
  names: string[],
): Promise<void> {
  const present = await tables.migrations();
  const isUsed =
    present.some((name) => !names.includes(name)) || (present.length > 0 && (await tables.hasUsers()));
  if (isUsed) {
    throw new BackupError(
      'The database holds something already, and a restore never mixes. Move the folder DATA_DIR away, or name an empty ' +
        'database in DATABASE_URL, and try again. Nothing was changed.',
    );
  }
  await migrate(names);
  const known = await tables.migrations();
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new BackupError(
      `The backup was made by a newer Atelier (with ${unknown.join(', ')}). Update this one, and restore into an empty database.`,
    );
  }
}

/** Names out of the file become part of statements: only those that the database has itself. */
function requireKnownTables(backup: Contents, knownTables: readonly TableContents[]): void {
  const unknown = backup.tables.flatMap(({ name, columns }) => {
    const known = knownTables.find((table) => table.name === name);
    return known ? columns.filter((column) => !known.columns.includes(column)) : [name];
  });
  if (unknown.length > 0)
    throw new BackupError(`The backup names what this Atelier does not know: ${unknown.join(', ')}.`);
}

/** What a backup from before the baseline may name besides the tables of the queue; whatever its columns are called, they are words. */
async function formerTables(backup: Contents, own: Pick<Contents, 'tables'>): Promise<TableContents[]> {
  const names = (await formerTableNames()).map((name) => `public.${name}`);
  const former = backup.tables
    .filter(({ name }) => names.includes(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => /^(\w+|"\w+")$/.test(column)),
    }));
  return [...former, ...own.tables.filter(({ name }) => !names.includes(name))];
}

function hasTable({ tables }: Pick<Contents, 'tables'>, name: string): boolean {
  return tables.some((table) => table.name === name);
}

/** @param targetOf Where the rows of the table at this place of the backup go. */
async function writeEntries(
  file: string,
  { tables }: Contents,
  targetOf: (at: number) => TableContents | undefined,
  repository: TablesRepository,
  storage: ObjectStorage,
): Promise<void> {
  for await (const entry of readEntries(file)) {
    const table = targetOf(tables.findIndex(({ name }) => name === tableOfPart(entry.name)));
    if (table) await repository.write(table, [gunzipSync(await buffer(entry.content))]);
    else await writeFile(entry, storage);
  }
}

async function writeFile({ name, content }: BackupEntry, storage: ObjectStorage): Promise<void> {
  const found = fileOfEntry(name);
  if (!found) return;
  await storage.inScratchFolder(async (folder) => {
    const part = path.join(folder, 'part');
    await pipeline(content, createWriteStream(part));
    await storage.putFile(found.key, part, found.contentType);
  });
}
