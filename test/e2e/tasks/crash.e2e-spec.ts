import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { ServiceProcess } from '../../support/service-process.js';
import type { ApiClient } from '../../support/test-app.js';
import { createTestDatabase } from '../../support/test-database.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const TOKEN = 'crash-trial-token-0123456789abcdef';
/** `CRASH_TASKS` makes a trial of it. */
const TASKS = Number(process.env.CRASH_TASKS ?? 12);

describe('the service, killed in the middle of its work', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let hook: WebhookReceiver;
  let dataDir: string;
  let service: ServiceProcess;
  let api: ApiClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    hook = await WebhookReceiver.start();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'atelier-crash-'));
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ADMIN_TOKEN: TOKEN,
      WEBHOOK_RETRY_SECONDS: '0.5,1,1,1',
    };
    service = await ServiceProcess.at(settings, TOKEN);
    api = service.api;
  });
  afterAll(async () => {
    await service.kill();
    await hook.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('ends every task after a restart, and tells each change under one id', async () => {
    await service.start();
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
    await service.kill();
    await service.start();
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
