import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../support/loopback-server.js';
import { ApiClient } from '../../support/test-app.js';
import { createTestDatabase } from '../../support/test-database.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const FOLDERS = ['apps', 'config', 'dist', 'libs', 'scripts'];
const FILES = [
  ...['nest-cli.json', 'ormconfig.ts', 'package.json', 'package-lock.json'],
  ...['tsconfig.json', 'tsconfig.build.json'],
];
/** A compilation takes as long as the machine is busy. */
const GIVE_UP_MS = 120_000;
const CHANGED = 'libs/registry/publishers/src/publishers.service.ts';

/** A separate checkout, because the test changes its files. */
describe('npm run dev', () => {
  let root: string;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dev: ChildProcess | undefined;
  let api: ApiClient;
  let said = '';

  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'atelier-dev-'));
    database = await createTestDatabase();
    for (const name of [...FOLDERS, ...FILES])
      cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true, preserveTimestamps: true });
    await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
    await leaveTypesUnchecked();
  });
  afterAll(async () => {
    if (dev?.pid && isGroupAlive(dev.pid)) process.kill(-dev.pid, 'SIGKILL');
    await database.drop();
    await rm(root, { recursive: true, force: true, maxRetries: 20 });
  });

  /** Type checks take as long as all the rest, and `npm run check` does them. */
  async function leaveTypesUnchecked(): Promise<void> {
    const file = path.join(root, 'tsconfig.build.json');
    const { compilerOptions, ...more } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(
      file,
      JSON.stringify({ ...more, compilerOptions: { ...compilerOptions, noCheck: true } }),
    );
    const stamp = `(await import('./scripts/prepare.mjs')).stampBuild()`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', stamp], { cwd: root });
  }

  async function start(): Promise<ChildProcess> {
    const port = await freePort();
    api = new ApiClient(`http://127.0.0.1:${port}`);
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: database.url,
      DATA_DIR: path.join(root, 'data'),
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
    };
    const child = spawn(process.execPath, ['scripts/dev.mjs'], {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    return child;
  }

  async function untilTrue(isTrue: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + GIVE_UP_MS;
    while (!(await isTrue())) {
      if (Date.now() > deadline) throw new Error(`This never became true: ${isTrue.toString()}\n${said}`);
      await sleep(50);
    }
  }

  async function answers(message: string): Promise<boolean> {
    const reply = api.get('/publishers/nobody').then(({ body }) => body.message);
    return (await reply.catch(() => undefined)) === message;
  }

  async function save(before: string, after: string): Promise<void> {
    const file = path.join(root, CHANGED);
    const source = await readFile(file, 'utf8');
    expect(source).toContain(before);
    await writeFile(file, source.replaceAll(before, after));
  }

  it('serves what is saved, also while it compiles for the first time, and ends with all that it started', async () => {
    dev = await start();
    await untilTrue(() => answers('There is no publisher nobody.'));
    await save('There is no publisher', 'Nowhere is the publisher');
    await untilTrue(() => answers('Nowhere is the publisher nobody.'));

    const exit = once(dev, 'exit');
    dev.kill('SIGINT');
    expect(await exit).toEqual([0, null]);
    expect(isGroupAlive(dev.pid ?? 0)).toBe(false);
  });
});

/** Whether any process that was started by this one is left. */
function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
