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
/** The tables of the queue that earlier versions had, as their backups name them. */
const FORMER_QUEUE = ['jobs.job', 'jobs.queue', 'jobs.paused_queue'];

/** Where rows and files go. */
export type BackupTarget = { databaseUrl: string; storage: ObjectStorage };

/**
 * Reads a backup into an empty database and a storage, with the schema it was made with, then brings that to the newest one.
 * Rows appear all at once, after the files. Those from before the baseline wait as texts, until that carries them over.
 * @throws BackupError when it was made by a newer Atelier, or the database holds something already.
 */
export async function restoreBackup(
  { file, contents }: Backup,
  { databaseUrl, storage }: BackupTarget,
): Promise<void> {
  const client = new Client({
    connectionString: await writableServer(databaseUrl),
    application_name: 'atelier-restore',
  });
  await client.connect();
  try {
    const tables = await TablesRepository.of(client);
    const migrate = (only: readonly string[]) => runMigrations(databaseUrl, { only });
    const write = (written: readonly TableContents[]) => writeEntries(file, written, tables, storage);
    await requireUnused(tables, contents.migrations);
    if (contents.migrations.includes(BASELINE_NAME)) {
      await migrateAsBackedUp(migrate, tables, contents.migrations);
      requireKnownTables(contents.tables, (await tables.contents()).tables);
      const foreignKeys = await tables.beginWriting(contents.tables);
      await write(contents.tables);
      await tables.endWriting(foreignKeys, contents.sequences);
    } else {
      await migrate([]);
      const former = await formerTables(contents);
      requireKnownTables(
        contents.tables.filter(({ name }) => !name.startsWith('jobs.')),
        former,
      );
      await write(await tables.beginFormer(former));
      await tables.endFormer(contents);
    }
  } finally {
    await client.end();
  }
  await runMigrations(databaseUrl);
}

async function requireUnused(tables: TablesRepository, names: string[]): Promise<void> {
  const present = await tables.migrations();
  const isUsed =
    present.some((name) => !names.includes(name)) || (present.length > 0 && (await tables.hasUsers()));
  if (isUsed) {
    throw new BackupError(
      'The database holds something already, and a restore never mixes. Move the folder DATA_DIR away, or name an empty ' +
        'database in DATABASE_URL, and try again. Nothing was changed.',
    );
  }
}

async function migrateAsBackedUp(
  migrate: (only: readonly string[]) => Promise<unknown>,
  tables: TablesRepository,
  names: string[],
): Promise<void> {
  await migrate(names);
  const known = await tables.migrations();
  const unknown = names.filter((name) => name.slice(-BASELINE.length) >= BASELINE && !known.includes(name));
  if (unknown.length > 0) {
    throw new BackupError(
      `The backup was made by a newer Atelier (with ${unknown.join(', ')}). Update this one, and restore into an empty database.`,
    );
  }
}

/** Names out of the file become part of statements: only those that the database has itself. */
function requireKnownTables(tables: readonly TableContents[], ours: readonly TableContents[]): void {
  const unknown = tables.flatMap(({ name, columns }) => {
    const known = ours.find((table) => table.name === name);
    return known ? columns.filter((column) => !known.columns.includes(column)) : [name];
  });
  if (unknown.length > 0)
    throw new BackupError(`The backup names what this Atelier does not know: ${unknown.join(', ')}.`);
}

/** The tables of a backup from before the baseline that are known, with the columns that are words. */
async function formerTables({ tables }: Contents): Promise<TableContents[]> {
  const known = [...(await formerTableNames()).map((name) => `public.${name}`), ...FORMER_QUEUE];
  return tables
    .filter(({ name }) => known.includes(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => /^(\w+|"\w+")$/.test(column)),
    }));
}

async function writeEntries(
  file: string,
  tables: readonly TableContents[],
  repository: TablesRepository,
  storage: ObjectStorage,
): Promise<void> {
  for await (const entry of readEntries(file)) {
    const table = tables.find(({ name }) => name === tableOfPart(entry.name));
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
