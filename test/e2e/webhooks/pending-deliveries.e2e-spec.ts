import sharp from 'sharp';
import { SweepDeliveriesJob } from '#libs/media/webhooks';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

let image: string;

beforeAll(async () => {
  const picture = sharp({ create: { width: 32, height: 24, channels: 3, background: '#a06040' } });
  image = (await picture.png().toBuffer()).toString('base64');
});

async function relight(api: ApiClient, webhookUrl: string): Promise<string> {
  const reply = await api.post('/proxy/imgprov/v1/ai/image-relight', { image, webhook_url: webhookUrl });
  expect(reply.status).toBe(200);
  return reply.body.data.task_id;
}

async function deliveriesOf(api: ApiClient, taskId: string): Promise<any[]> {
  return (await api.get(`/tasks/${taskId}/deliveries`)).body.deliveries;
}

describe('a delivery', () => {
  it('stays delivered when a worker that had lost it wakes up with a refusal', async () => {
    const app = await TestApp.start({ RUN_JOBS: 'false' });
    const frozen = await ServiceProcess.beside(app);
    const hook = await WebhookReceiver.start((n) => {
      if (n === 0) frozen.signal('SIGSTOP');
      return { status: n === 0 ? 500 : 204 };
    });
    let rescuer: TestApp | undefined;
    try {
      await frozen.start();
      const api = app.api.as(ADMIN_TOKEN);
      const taskId = await relight(api, hook.url);
      await hook.received(1);
      await rowsOf(app.databaseUrl, `update jobs set lease_until = now() where worker is not null`);
      rescuer = await TestApp.join(app, { ADMIN_TOKEN });
      const delivered = async (attempts: number) => {
        const all = await deliveriesOf(api, taskId);
        return all[0].status === 'delivered' && all[0].attempts.length === attempts;
      };
      await until(() => delivered(1));
      frozen.signal('SIGCONT');
      await until(async () => (await deliveriesOf(api, taskId))[0].attempts.length === 2);
      expect((await deliveriesOf(api, taskId))[0]).toMatchObject({
        status: 'delivered',
        next_attempt_at: null,
      });
    } finally {
      await frozen.kill();
      await rescuer?.stop();
      await hook.stop();
      await app.stop();
    }
  });

  it('that waits without a job is found and sent', async () => {
    const app = await TestApp.start({ WEBHOOK_RETRY_SECONDS: '3600' });
    const hook = await WebhookReceiver.start((n) => ({ status: n === 0 ? 500 : 204 }));
    try {
      const api = app.api.as(await app.caller());
      const id = await relight(api, hook.url);
      const isOpen = async () => (await deliveriesOf(api, id)).some(({ status }) => status === 'pending');
      await until(async () => (await deliveriesOf(api, id))[0]?.attempts.length === 1);
      await until(async () => (await deliveriesOf(api, id)).length === 2);
      const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false, jobId: 'test' };
      await app.get(SweepDeliveriesJob).run({}, run);
      expect(hook.calls).toHaveLength(1);
      const [first, second] = await deliveriesOf(api, id);
      expect(Date.parse(first.next_attempt_at)).toBeGreaterThan(Date.now());
      // When it is its turn depends on the first one.
      expect(second).toMatchObject({ status: 'pending', next_attempt_at: null });
      await rowsOf(app.databaseUrl, `delete from jobs where name = 'webhooks.deliver'`);
      app.passTime(2 * 3_600_000);
      await app.get(SweepDeliveriesJob).run({}, run);
      await until(async () => !(await isOpen()));
      const statuses = (await deliveriesOf(api, id)).map(({ status }) => status);
      expect(statuses).toEqual(['delivered', 'delivered']);
    } finally {
      await hook.stop();
      await app.stop();
    }
  });
});
