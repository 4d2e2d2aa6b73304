// One PostgreSQL for the whole end-to-end run, with a template database that has every migration. Test files clone it.
// It is the embedded one, or the server of TEST_DATABASE_URL, whose account there must be a superuser.
// Also loads the API document of the compiled service, because the compiler adds to it what the tests' transform would not,
// and makes a file in which the processes of the service record their statements (record-statements.mjs).
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const compiled = new URL('../../dist/', import.meta.url);
const TEMPLATE = 'atelier_template';
const door = new URL('libs/platform/database/src/index.js', compiled);

/** Files in memory on Linux: in `create database`, which copies 600 small ones, the kernel of a disk takes up to ten times as long. */
const MEMORY = '/dev/shm';
/** Each database takes 10 MB while its test file runs. */
const ROOM_BYTES = 2 ** 31;

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
  removeInterrupted();
  const folder = fs.mkdtempSync(path.join(temporaryFolder(), `atelier-e2e-${process.pid}-`));
  fs.chmodSync(folder, 0o755); // root's server runs under another account
  const document = path.join(folder, 'openapi.json');
  const statements = path.join(folder, 'statements.ndjson');
  fs.writeFileSync(statements, '');
  const { runMigrations, startEmbeddedPostgres } = await import(door);
  const server = process.env.TEST_DATABASE_URL
    ? await templateOn(process.env.TEST_DATABASE_URL)
    : await startEmbeddedPostgres({
        dataDir: path.join(folder, 'postgres'),
        database: TEMPLATE,
        settings: SETTINGS,
      });
  globalThis.stopTestDatabase = async () => {
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([runMigrations(server.url), writeDocument(document)]);
  } catch (error) {
    await globalThis.stopTestDatabase();
    throw error;
  }
  process.env.ATELIER_TEST_DATABASE = server.url;
  process.env.ATELIER_TEST_DOCUMENT = document;
  process.env.ATELIER_TEST_STATEMENTS = statements;
}

/** In memory where there is room, and where the server's programs may run if they must be copied there. */
function temporaryFolder() {
  if (!fs.existsSync(MEMORY)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  const mount = fs.readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm \S+ (\S+)/m)?.[1] ?? '';
  return bavail * bsize > ROOM_BYTES && !mount.includes('noexec') ? MEMORY : os.tmpdir();
}

/** What a run leaves in memory that is ended by Ctrl-C. */
function removeInterrupted() {
  if (!fs.existsSync(MEMORY)) return;
  for (const name of fs.readdirSync(MEMORY)) {
    const [, owner] = /^atelier-e2e-(\d+)-/.exec(name) ?? [];
    if (owner && !fs.existsSync(`/proc/${owner}`))
      fs.rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  }
}

/** A template database on a server that runs already. */
async function templateOn(address) {
  const inServer = async (sql) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await inServer(`create database ${TEMPLATE}`);
  const url = new URL(address);
  url.pathname = `/${TEMPLATE}`;
  return { url: url.href, stop: () => inServer(`drop database ${TEMPLATE} with (force)`) };
}

/** In a separate process, because the modules of the service may hold threads. */
async function writeDocument(file) {
  const module = new URL('apps/api/src/document/export-document.js', compiled);
  const program = `
    import { writeFileSync } from 'node:fs';
    import { exportDocument } from '${module.href}';
    writeFileSync(process.argv[1], JSON.stringify(await exportDocument()));
    process.exit();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, file]);
}
