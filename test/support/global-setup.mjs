// One PostgreSQL for the whole end-to-end run, with a template database that has every migration. Test files clone it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const door = new URL('../../dist/libs/platform/database/src/index.js', import.meta.url);

/** Durability is given up: a test database lives as long as its test file. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
};

export default async function globalSetup() {
  if (!fs.existsSync(door)) throw new Error('The tests need the compiled service: run npm run build first.');
  const { runMigrations, startEmbeddedPostgres } = await import(door);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-e2e-'));
  fs.chmodSync(folder, 0o755); // root's server runs under another account
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    database: 'atelier_template',
    settings: SETTINGS,
  });
  globalThis.stopTestDatabase = async () => {
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await runMigrations(server.url);
  } catch (error) {
    await globalThis.stopTestDatabase();
    throw error;
  }
  process.env.ATELIER_TEST_DATABASE = server.url;
}
