import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { writableServer } from '#libs/platform/database';
import type { ObjectStorage } from '#libs/platform/storage';
import { BackupError } from './backup.error.js';
import { BackupWriter } from './backup-writer.js';
import { FIRST_ENTRY, fileEntry, FORMAT, type TableContents, tablePart, type Totals } from './contents.js';
import { TablesRepository } from './tables.repository.js';

/** Bytes of rows before they are gzipped. */
const PART_BYTES = 8 * 1024 * 1024;
/** In PostgreSQL's text format a line break within a value is escaped. */
const ROW_END = 0x0a;

export type BackupSource = {
  databaseUrl: string;
  /** If absent, the file holds rows only. */
  storage?: ObjectStorage;
};

/**
 * Writes rows and files to one tar file while the service runs. Rows are a snapshot; a file that is removed meanwhile
 * is left out, as its row was going, too.
 * @throws BackupError for a database that is not Atelier's.
 */
export async function makeBackup(source: BackupSource, file: string): Promise<Omit<Totals, 'sha256'>> {
  const client = new Client({
    connectionString: await writableServer(source.databaseUrl),
    application_name: 'atelier-backup',
  });
  await client.connect();
  const writer = await BackupWriter.open(file);
  try {
    const tables = await TablesRepository.of(client);
    const rows = await writeRows(tables, writer);
    const files = source.storage ? await writeFiles(source.storage, writer) : { files: 0, fileBytes: 0 };
    const totals = { rows, ...files };
    await writer.finish(totals);
    await tables.note(source.storage !== undefined);
    return totals;
  } catch (error) {
    await writer.abandon();
    throw error;
  } finally {
    await client.end();
  }
}

async function writeRows(tables: TablesRepository, writer: BackupWriter): Promise<number> {
  await tables.beginReading();
  const contents = await tables.contents();
  if (contents.migrations.length === 0)
    throw new BackupError('There is nothing of Atelier in this database.');
  await writer.addJson(FIRST_ENTRY, { format: FORMAT, createdAt: new Date().toISOString(), ...contents });
  let rows = 0;
  for (const table of contents.tables) rows += await writeTable(tables, table, writer);
  return rows;
}

async function writeTable(
  tables: TablesRepository,
  table: TableContents,
  writer: BackupWriter,
): Promise<number> {
  const counts = { parts: 0, rows: 0 };
  const write = async (rows: Uint8Array): Promise<void> => {
    const zipped = gzipSync(rows);
    await writer.add(tablePart(table.name, counts.parts), zipped.byteLength, [zipped]);
    counts.parts += 1;
    counts.rows += countRows(rows);
  };
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of tables.read(table) as AsyncIterable<Uint8Array>) {
    waiting.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < PART_BYTES) continue;
    const read = Buffer.concat(waiting);
    const end = read.lastIndexOf(ROW_END) + 1;
    if (end > 0) await write(read.subarray(0, end));
    waiting = [read.subarray(end)];
    bytes = read.byteLength - end;
  }
  if (bytes > 0) await write(Buffer.concat(waiting));
  return counts.rows;
}

function countRows(rows: Uint8Array): number {
  let count = 0;
  for (let at = rows.indexOf(ROW_END); at !== -1; at = rows.indexOf(ROW_END, at + 1)) count += 1;
  return count;
}

async function writeFiles(
  storage: ObjectStorage,
  writer: BackupWriter,
): Promise<Pick<Totals, 'files' | 'fileBytes'>> {
  const totals = { files: 0, fileBytes: 0 };
  for await (const key of storage.list()) {
    const found = await storage.find(key);
    const content = found && (await storage.read(key).catch(() => undefined));
    if (!found || !content) continue;
    const name = fileEntry(key, found.contentType ?? 'application/octet-stream');
    await writer.add(name, found.bytes, content);
    totals.files += 1;
    totals.fileBytes += found.bytes;
  }
  return totals;
}
