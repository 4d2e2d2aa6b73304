import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type EmbeddedPostgres, reachEmbeddedPostgres, startEmbeddedPostgres } from './index.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

const FAST = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' };
const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;

let folder: string;
/** Holds a cluster as the first start makes it. */
let made: string;
const cleanups: (() => unknown)[] = [];

function newFolder(): string {
  const created = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-postgres-'));
  if (isRoot) fs.chmodSync(created, 0o755);
  return created;
}

beforeAll(async () => {
  made = newFolder();
  const server = await startEmbeddedPostgres({ dataDir: made, database: 'atelier', settings: FAST });
  await server.stop();
});
afterAll(() => fs.rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  folder = newFolder();
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 }); // a killed owner's server may be leaving
});

/** A copy of the cluster, for a test that is not about its creation, which takes a second. */
function givenCluster(dataDir = path.join(folder, 'postgres')): string {
  fs.mkdirSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', path.join(made, 'data'), dataDir]);
  return dataDir;
}

async function start(
  dataDir = path.join(folder, 'postgres'),
  log?: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, database: 'atelier', log, settings: FAST });
  cleanups.push(() => server.stop());
  return server;
}

async function query(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another service on the folder: a process of its own that says `ready` and then waits. */
async function startOwnerProcess(dataDir: string): Promise<ChildProcess> {
  const door = fileURLToPath(import.meta.resolve('#compiled/libs/platform/database/src/embedded/index.js'));
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(door)});
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, database: 'atelier', settings: ${JSON.stringify(FAST)} });
    console.log('ready');`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => owner.kill('SIGKILL'));
  const [line] = (await once(createInterface(owner.stdout), 'line')) as [string];
  expect(line).toBe('ready');
  return owner;
}

async function kill(owner: ChildProcess): Promise<void> {
  const exit = once(owner, 'exit');
  owner.kill('SIGKILL');
  await exit;
}

const postmasterPid = (dataDir: string): number =>
  Number.parseInt(fs.readFileSync(path.join(dataDir, 'data', 'postmaster.pid'), 'utf8'), 10);

describe('startEmbeddedPostgres', () => {
  it('creates the database, keeps its rows over a restart and listens on no network', async () => {
    const first = await start();
    await query(first, 'create table kept as select 42 as answer');
    expect(await query(first, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    await first.stop();
    await expect(query(first, 'select 1')).rejects.toThrow();

    const second = await start();
    expect(second.connection).toMatchObject({ user: 'postgres', database: 'atelier' });
    expect(await query(second, 'select answer, current_database() from kept')).toEqual([
      { answer: 42, current_database: 'atelier' },
    ]);
  });

  it('ends connections that are still open when it is stopped, and can be stopped twice', async () => {
    const server = await start(givenCluster());
    const client = new pg.Client(server.connection);
    const lost = new Promise<Error>((resolve) => client.on('error', resolve));
    await client.connect();
    await server.stop();
    await server.stop();
    expect(await lost).toBeInstanceOf(Error);
  });

  it('refuses a second owner in the same process and leaves the first one alone', async () => {
    const server = await start(givenCluster());
    await expect(start()).rejects.toMatchObject({ code: 'data_directory_in_use' });
    await expect(start()).rejects.toThrow(new RegExp(`process ${process.pid}\\).*DATA_DIR`));
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a folder that another process owns, and takes it over when that process is killed', async () => {
    const dataDir = givenCluster();
    const owner = await startOwnerProcess(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`process ${owner.pid}`);
    await kill(owner);
    // The programs are copied into `runtime` when the checkout is closed to the server's user.
    const names = fs.readdirSync(dataDir).filter((name) => name !== 'runtime');
    expect(names.sort()).toEqual(['data', 'owner.lock', 'owner.pid', 'run']);
    const server = await start(dataDir);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('stops a server whose owner was killed while the server could not react', async () => {
    const dataDir = givenCluster();
    const owner = await startOwnerProcess(dataDir);
    const orphan = postmasterPid(dataDir);
    process.kill(orphan, 'SIGSTOP');
    await kill(owner);
    const lines: string[] = [];
    const starting = start(dataDir, (line) => {
      lines.push(line);
      if (line.includes('waiting')) process.kill(orphan, 'SIGCONT');
    });
    await query(await starting, 'select 1');
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`previous server \\(process .*${orphan}`)));
    expect(() => process.kill(orphan, 0)).toThrow('ESRCH');
  });

  it('starts over lock files of a killed server whose process id belongs to somebody else now', async () => {
    const dataDir = givenCluster();
    await (await start(dataDir)).stop();
    const stale = `${process.pid}\n${path.join(dataDir, 'data')}\n1700000000\n5432\n${path.join(dataDir, 'run')}\n\n1 1\nready   \n`;
    fs.writeFileSync(path.join(dataDir, 'data', 'postmaster.pid'), stale);
    fs.writeFileSync(path.join(dataDir, 'run', '.s.PGSQL.5432.lock'), stale);
    await query(await start(dataDir), 'select 1');
  });

  it('lets a command reach the server of a running service, and leaves it running', async () => {
    const dataDir = givenCluster();
    const server = await start(dataDir);
    await query(server, 'create table kept as select 1 as one');
    const reached = await reachEmbeddedPostgres({ dataDir, database: 'atelier' });
    expect(reached.url).toBe(server.url);
    await reached.stop();
    expect(await query(server, 'select one from kept')).toEqual([{ one: 1 }]);
    await server.stop();

    const own = await reachEmbeddedPostgres({ dataDir, database: 'atelier', settings: FAST });
    await own.stop();
    expect(fs.existsSync(path.join(dataDir, 'data', 'postmaster.pid'))).toBe(false);
  });

  it('tells when the server dies by itself, and repairs with the next start', async () => {
    const dataDir = givenCluster();
    const server = await start(dataDir);
    await query(server, 'create table kept as select 1 as one');
    const exit = new Promise<Error>((resolve) => server.onExit(resolve));
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    expect(await exit).toMatchObject({ code: 'server_failed' });
    await server.stop();
    expect(await query(await start(dataDir), 'select one from kept')).toEqual([{ one: 1 }]);
  });

  it('says nothing on exit when it was asked to stop', async () => {
    const server = await start(givenCluster());
    let told = 0;
    server.onExit(() => (told += 1));
    await server.stop();
    expect(told).toBe(0);
  });

  it('does an interrupted creation again', async () => {
    const dataDir = path.join(folder, 'postgres');
    fs.mkdirSync(path.join(dataDir, 'initialising-1', 'base'), { recursive: true });
    fs.writeFileSync(path.join(dataDir, 'initialising-1', 'PG_VERSION'), '18\n');
    await query(await start(dataDir), 'select 1');
    expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('initialising'))).toEqual([]);
  });

  it.each([
    ['another version', { PG_VERSION: '17\n' }, 'data of PostgreSQL 17'],
    ['foreign files', { 'letter.txt': 'dear' }, 'something that is not a PostgreSQL database'],
  ])('leaves a data folder with %s untouched', async (_what, files, message) => {
    const data = path.join(folder, 'postgres', 'data');
    fs.mkdirSync(data, { recursive: true });
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(data, name), text);
    await expect(start()).rejects.toThrow(message);
    expect(fs.readdirSync(data)).toEqual(Object.keys(files));
  });

  it('finds a short place for the socket of a deep folder, and removes it', async () => {
    const server = await start(givenCluster(path.join(folder, 'a b'.repeat(30), 'postgres')));
    expect(Buffer.byteLength(server.connection.host)).toBeLessThanOrEqual(88);
    await query(server, 'select 1');
    await server.stop();
    expect(fs.existsSync(server.connection.host)).toBe(false);
  });

  it('keeps what a client sent out of its messages', async () => {
    const lines: string[] = [];
    const server = await start(givenCluster(), (line) => lines.push(line));
    await expect(query(server, `select 'hush-4711'::uuid`)).rejects.toThrow('hush-4711');
    await server.stop();
    expect(lines.join('\n')).toContain('ready to accept connections');
    expect(lines.join('\n')).not.toContain('hush-4711');
  });

  it('explains a folder that cannot be made', async () => {
    fs.writeFileSync(path.join(folder, 'file'), '');
    await expect(start(path.join(folder, 'file', 'postgres'))).rejects.toMatchObject({
      code: 'data_directory_unusable',
      message: expect.stringContaining('DATA_DIR') as string,
    });
  });

  it('knows a full disk and a read-only one by what is said of them', () => {
    const said =
      'FATAL:  could not extend file "base/1/2675": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.';
    expect(EmbeddedPostgresError.failed('initdb', folder, said)).toMatchObject({ code: 'disk_full' });
    const refusal = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'mkdir' });
    expect(EmbeddedPostgresError.explain(refusal, folder)).toMatchObject({ code: 'data_directory_unusable' });
  });

  it.each([
    [
      'LOG:  shut down\nPANIC:  could not locate a valid checkpoint record at 0/1\nLOG:  shut down',
      'could not locate a',
    ],
    ['FATAL:  required WAL directory "pg_wal" does not exist', 'required WAL directory'],
    [
      'FATAL:  could not access status of transaction 774\nDETAIL:  …',
      'could not access status of transaction 774.',
    ],
    [
      'postgres: could not find the database system\n… "/d/global/pg_control": No such file',
      'could not find the',
    ],
    [
      'FATAL:  database files are incompatible with server\nHINT:  …',
      'database files are incompatible with server.',
    ],
  ])('knows a damaged cluster by what is said of it, and how to restore it: %j', (said, problem) => {
    const { code, message } = EmbeddedPostgresError.failed('The PostgreSQL server', '/d', said);
    expect(code).toBe('database_damaged');
    expect(message).toContain(`The database in /d is damaged: ${problem}`);
    expect(message).toMatch(/Move that folder away and restore the last backup: npm run restore -- .*$/);
    expect(message).not.toContain('\n');
  });

  it('passes on why the server refuses its settings', async () => {
    const starting = startEmbeddedPostgres({
      dataDir: givenCluster(),
      database: 'atelier',
      settings: { ...FAST, shared_buffers: 'plenty' },
    });
    await expect(starting).rejects.toThrow(/shared_buffers/);
    await query(await start(), 'select 1');
  });

  asRoot(
    'gives the server of a root service an ordinary account, the owner of the folder first',
    async () => {
      fs.chownSync(folder, 1, 1);
      const server = await start();
      const status = fs.readFileSync(`/proc/${postmasterPid(path.join(folder, 'postgres'))}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\s+1\s+1\s+1\s+1$/m);
      expect(status).toMatch(/^Groups:\s*$/m);
      await query(server, 'select 1');
    },
  );

  asRoot(
    'keeps the data elsewhere, and finds it again, when the account cannot enter the folder',
    async () => {
      fs.chmodSync(folder, 0o700);
      const first = await start();
      const base = path.dirname(first.connection.host);
      cleanups.unshift(() => fs.rmSync(base, { recursive: true, force: true }));
      expect(base).not.toContain(folder);
      await query(first, 'create table kept as select 1 as one');
      await first.stop();
      fs.chmodSync(folder, 0o755);
      expect(await query(await start(), 'select one from kept')).toEqual([{ one: 1 }]);
    },
  );
});
