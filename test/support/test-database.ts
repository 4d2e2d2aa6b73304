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
  const client = new Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

let counter = 0;

/** A database of its own for one test file, cloned from the migrated template. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${process.pid}_${Date.now().toString(36)}_${(counter += 1)}`;
  await onServer(`create database ${name} template ${TEMPLATE}`);
  return { url: databaseUrl(name), drop: () => onServer(`drop database if exists ${name} with (force)`) };
}
