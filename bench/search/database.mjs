import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { runMigrations, startEmbeddedPostgres } from '../../dist/libs/platform/database/src/index.js';

const SETTINGS = {
  max_wal_size: '4GB',
  synchronous_commit: 'off',
  maintenance_work_mem: '1GB',
};

/**
 * A migrated database: the one at `url`, or a private server. Its folder stays when `dataDir` is named, so that a large
 * load serves several runs.
 */
export async function openDatabase({ url, dataDir, clients }) {
  const folder = dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-bench-'));
  const server =
    url === undefined &&
    (await startEmbeddedPostgres({ dataDir: folder, database: 'bench', settings: SETTINGS }));
  const connectionString = url ?? server.url;
  await runMigrations(connectionString);
  const pool = new pg.Pool({ connectionString, max: clients + 1 });
  pool.on('error', () => {});
  return {
    pool,
    url: connectionString,
    search: {
      query: async (text, parameters) =>
        (await pool.query({ name: nameOf(text), text, values: parameters })).rows,
    },
    async close() {
      await pool.end();
      if (server) await server.stop();
      if (server && dataDir === undefined) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

const names = new Map();

/** Prepared once per connection, as the service does. */
function nameOf(text) {
  if (!names.has(text)) names.set(text, `bench-${names.size}`);
  return names.get(text);
}
