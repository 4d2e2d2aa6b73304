import { Client } from 'pg';

/** Set by the global set-up: the server, its template database with every migration, and nothing else. */
const SERVER = 'ATELIER_TEST_DATABASE';
const TEMPLATE = 'atelier_template';

function serverUrl(): URL {
  const url = process.env[SERVER];
  if (!url) throw new Error(`${SERVER} is not set; run the tests through npm test`);
  return new URL(url);
}

function databaseUrl(name: string): string {
  const url = serverUrl();
  url.pathname = `/${name}`;
  return url.toString();
}

async function onServer(sql: string): Promise<void> {
  await rowsOf(databaseUrl('postgres'), sql);
}

let counter = 0;

/** A separate database for one test file, cloned from the migrated template unless it is to be empty. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<{
  url: string;
  drop(): Promise<void>;
}> {
  const name = `test_${process.pid}_${Date.now().toString(36)}_${(counter += 1)}`;
  await onServer(`create database ${name} template ${isEmpty ? 'template1' : TEMPLATE} strategy file_copy`);
  return { url: databaseUrl(name), drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

export async function rowsOf<Row>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Processes of connections that wait for a lock, those of killed clients too. */
export async function waitingForLocks(url: string): Promise<{ pid: number }[]> {
  return rowsOf(
    url,
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
}
