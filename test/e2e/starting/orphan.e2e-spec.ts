import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../support/loopback-server.js';
import { OpenReply } from '../../support/open-reply.js';
import { Program } from '../../support/program.js';
import { ADMIN_TOKEN } from '../../support/service-process.js';
import { ApiClient } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const START = path.join(import.meta.dirname, '../../../scripts/start.mjs');
/** Does what npm does with a script: runs it as a child and waits. */
const NPM = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'ignore' })`;

describe('a service whose npm was killed', () => {
  let dataDir: string;
  let npm: ChildProcess | undefined;
  let second: Program | undefined;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'atelier-orphan-'));
    await chmod(dataDir, 0o755); // root's server runs under another account
  });
  afterAll(async () => {
    npm?.kill('SIGKILL');
    await second?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('ends with streams open, and leaves its data to the next one', async () => {
    const port = await freePort();
    const settings = { DATA_DIR: dataDir, ADMIN_TOKEN, SHUTDOWN_GRACE_SECONDS: '1', RATE_LIMIT: 'off' };
    const api = new ApiClient(`http://127.0.0.1:${port}`, ADMIN_TOKEN);
    npm = spawn(process.execPath, ['-e', NPM, START, 'api', '--built'], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOST: '127.0.0.1',
        PORT: String(port),
        npm_lifecycle_event: 'start',
        ...settings,
      },
    });
    const isReady = (): Promise<boolean> =>
      api.get('/health/ready').then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(isReady);
    const form = new URLSearchParams({ prompt: 'slow synth', duration: '360' });
    const music = await OpenReply.to(new URL('/proxy/musprov/t2m/generate', api.baseUrl), {
      token: ADMIN_TOKEN,
      form,
    });
    const task = String(music.response.headers['x-task-id']);
    const events = await OpenReply.to(new URL(`/tasks/${task}/events`, api.baseUrl), { token: ADMIN_TOKEN });
    await until(() => music.text.includes('\n') && events.text.includes('id: 0'));

    npm.kill('SIGKILL');
    await until(() => music.hasEnded && events.hasEnded);
    await until(async () => {
      second = Program.start('api', { ...settings, LOG_FORMAT: 'json' });
      return second.untilSaid(/"Atelier is ready"/).then(
        () => true,
        () => false,
      );
    });
    expect(await second?.stop()).toBe(0);
  });
});
