import { endedTask } from '../../support/ended-task.js';
import { FakeVendor } from '../../support/fake-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { image, SMALL } from '../video-proxy/video-tasks.js';

/** Queued, processing and the end. */
const VIDEO_EVENTS = 3;
const METRICS_TOKEN = 'metrics-token-of-24-chars';

describe('the metrics of the work', () => {
  let app: TestApp;
  let vendor: FakeVendor;
  let ada: ApiClient;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    vendor = await FakeVendor.start(() => ({ status: 400, json: { message: 'no' } }));
    receiver = await WebhookReceiver.start((n) => ({ status: n < VIDEO_EVENTS ? 204 : 500 }));
    app = await TestApp.start({
      METRICS_TOKEN,
      RATE_LIMIT: '1000',
      RATE_LIMIT_ANONYMOUS: '2',
      WEBHOOK_RETRY_SECONDS: '600',
      IMGPROV_BASE_URL: vendor.url,
      IMGPROV_API_KEY: 'vendor-key-0123456789',
      IMGPROV_POLL_SECONDS: '0',
    });
    ada = app.api.as(await app.caller());
  });
  afterAll(async () => {
    await app.stop({ waiting: ['webhooks.deliver'] });
    await vendor.stop();
    await receiver.stop();
  });

  const page = async (): Promise<string> =>
    (await app.api.as(METRICS_TOKEN).get('/metrics')).bytes.toString();
  const figure = async (line: string): Promise<number | undefined> => {
    const found = (await page()).split('\n').find((text) => text.startsWith(`${line} `));
    return found === undefined ? undefined : Number(found.slice(line.length + 1));
  };
  const becomes = (line: string, value: number): Promise<void> =>
    until(async () => (await figure(line)) === value);

  it('count tasks, their webhooks and the processes that did the work', async () => {
    const { body } = await ada.post('/proxy/vidprov/start-end2video', {
      ...SMALL,
      images: [await image(1)],
      callback_url: receiver.url,
    });
    expect((await endedTask(ada, body.task_id)).status).toBe('succeeded');
    const local = 'kind="video-start-end",provider="local"';
    expect(await figure(`tasks_submitted_total{${local}}`)).toBe(1);
    await becomes(`task_duration_seconds_count{${local},outcome="succeeded"}`, 1);
    expect(await figure(`task_duration_seconds_sum{${local},outcome="succeeded"}`)).toBeGreaterThan(0);
    await becomes('webhook_attempts_total{outcome="received"}', VIDEO_EVENTS);
    await becomes('webhook_deliveries_pending', 0);
    await becomes('engine_processes_ended_total{program="video",end="done"}', 1);
    expect(await figure('engine_processes_running{program="video"}')).toBe(0);
  });

  it('count what vendors answer, why tasks fail and which deliveries wait', async () => {
    const submitted = await ada.post('/proxy/imgprov/v1/ai/image-relight', {
      image: await image(2),
      webhook_url: receiver.url,
    });
    expect((await endedTask(ada, submitted.body.data.task_id)).status).toBe('failed');
    const upstream = 'kind="image-relight",provider="upstream"';
    await becomes(`task_failures_total{${upstream},code="rejected_content"}`, 1);
    await becomes(`task_duration_seconds_count{${upstream},outcome="failed"}`, 1);
    const order = 'vendor_calls_total{vendor="imgprov",operation="submit",outcome="status_4xx"}';
    expect(await figure(order)).toBe(1);
    expect(await figure('vendor_circuit_open{vendor="imgprov"}')).toBe(0);
    await becomes('webhook_attempts_total{outcome="status_5xx"}', 1);
    expect(await figure('webhook_deliveries_pending')).toBe(2);
    expect(await figure('webhook_oldest_pending_seconds')).toBeGreaterThan(0);
  });

  it('tell refused callers, waiting jobs and the disk, and which figures are shared', async () => {
    for (let n = 0; n < 3; n += 1) await app.api.get('/nodes');
    expect(await figure('rate_limit_refusals_total{limit="address"}')).toBe(1);
    const text = await page();
    expect(text).toMatch(/^jobs_oldest_due_seconds\{name="webhooks\.deliver"\} \d/m);
    expect(text).toMatch(/^# HELP jobs .*take the largest, not the sum/m);
    expect(await figure('data_disk_bytes{state="free"}')).toBeGreaterThan(0);
    expect(await figure('data_disk_bytes{state="total"}')).toBeGreaterThan(
      (await figure('data_disk_bytes{state="free"}')) ?? 0,
    );
    expect(text).not.toContain(receiver.url);
  });
});
