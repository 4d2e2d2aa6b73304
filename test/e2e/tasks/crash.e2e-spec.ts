import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { startHttp } from '../../support/loopback-server.js';
import { ApiClient } from '../../support/test-app.js';
import { createTestDatabase } from '../../support/test-database.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const TOKEN = 'crash-trial-token-0123456789abcdef';
const MAIN = path.join(import.meta.dirname, '../../../dist/apps/api/src/main.js');
/** `CRASH_TASKS` makes a trial of it. */
const TASKS = Number(process.env.CRASH_TASKS ?? 12);

describe('the service, killed in the middle of its work', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let hook: WebhookReceiver;
  let dataDir: string;
  let service: ChildProcess;
  let api: ApiClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    hook = await WebhookReceiver.start();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'atelier-crash-'));
    const free = await startHttp(() => undefined);
    await free.close();
    api = new ApiClient(`http://127.0.0.1:${free.port}`, TOKEN);
  });
  afterAll(async () => {
    await kill();
    await hook.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    service = spawn(process.execPath, [MAIN], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: new URL(api.baseUrl).port,
        ADMIN_TOKEN: TOKEN,
        ALLOW_PRIVATE_NETWORKS: 'true',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'silent',
        WEBHOOK_RETRY_SECONDS: '0.5,1,1,1',
      },
    });
    while (!(await isReady())) {
      if (service.exitCode !== null) throw new Error('The service did not start');
      await sleep(100);
    }
  }

  async function isReady(): Promise<boolean> {
    return api.get('/health/ready').then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  async function kill(): Promise<void> {
    if (service.exitCode !== null || service.signalCode !== null) return;
    const exited = once(service, 'exit');
    service.kill('SIGKILL');
    await exited;
  }

  it('ends every task after a restart, and tells each change under one id', async () => {
    await start();
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const create = { width: 700, height: 500, channels: 3 as const, background: '#888888', noise };
    const image = (await sharp({ create }).jpeg().toBuffer()).toString('base64');
    const ids: string[] = [];
    for (let count = 0; count < TASKS; count += 1) {
      const reply = await api.post('/proxy/imgprov/v1/ai/image-relight', { image, webhook_url: hook.url });
      ids.push(reply.body.data.task_id);
    }
    // In the middle: something has ended, something is being worked on, something waits.
    await hook.received(Math.ceil(TASKS / 2));
    await kill();
    await start();
    for (const id of ids) {
      const task = await endedTask(api, id);
      expect(task).toMatchObject({ status: 'succeeded', outputs: [{ role: 'image' }] });
      expect((await api.get(task.outputs[0].url.replace(/^https?:\/\/[^/]+/, api.baseUrl))).status).toBe(200);
    }
    const isTold = (): boolean =>
      new Set(hook.calls.map(({ headers }) => headers['webhook-id'])).size === 2 * TASKS;
    while (!isTold()) await sleep(50);
    const told = new Map<string, string>();
    for (const { headers, body } of hook.calls) {
      const { task_id, status } = JSON.parse(body);
      const change = `${task_id} ${status}`;
      const id = String(headers['webhook-id']);
      expect(told.get(change) ?? id).toBe(id);
      told.set(change, id);
    }
    expect([...told.keys()].sort()).toEqual(
      ids.flatMap((id) => [`${id} COMPLETED`, `${id} IN_PROGRESS`]).sort(),
    );
  }, 240_000);
});
