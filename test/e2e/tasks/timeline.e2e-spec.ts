import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { writeSource } from '../../../packages/engines/src/video/__fixtures__/test-media.js';
import { contractProblem } from '../../support/api-contract.js';
import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { FakeVideoVendor } from '../video-proxy/fake-video-vendor.js';
import { SMALL } from '../video-proxy/video-tasks.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
/** What only reads of a timeline send. */
const OF_TIMELINES = /from task_events e where e\.task_id = any|from credit_transfers\s+where id = any/;

describe('the timeline of a task', () => {
  let folder: string;
  let vendor: FakeVideoVendor;
  let receiver: WebhookReceiver;
  let app: TestApp;
  let ada: ApiClient;
  let admin: ApiClient;
  let image: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-timeline-test-'));
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#a07050' } });
    image = (await picture.png().toBuffer()).toString('base64');
    const video = await writeSource(path.join(folder, 'made.mp4'), { seconds: 1 });
    vendor = await FakeVideoVendor.start(video, await picture.jpeg().toBuffer());
    receiver = await WebhookReceiver.start();
    app = await TestApp.start({
      VIDPROV_BASE_URL: vendor.url,
      VIDPROV_API_KEY: 'vendor-key',
      VIDPROV_POLL_SECONDS: '0',
    });
    ada = app.api.as(await app.caller());
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
    await vendor.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const show = async (api: ApiClient, id: string): Promise<any> => {
    const reply = await api.get(`/tasks/${id}`);
    expect(contractProblem('GET /tasks/{id}', reply)).toBeUndefined();
    return reply.body;
  };
  const names = ({ timeline }: any): string[] => timeline.map(({ step }: any) => step);
  const order = async (fields: object = {}): Promise<string> =>
    (await ada.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [image], ...fields })).body.task_id;
  const stepOf = (task: any, name: string): any => task.timeline.find(({ step }: any) => step === name);

  it('tells all that a vendor’s work went through, in the order of time', async () => {
    vendor.state = 'processing';
    const id = await order({ callback_url: receiver.url });
    await until(async () => stepOf(await show(ada, id), 'polled')?.count >= 2);
    const running = await show(ada, id);
    expect(names(running)).not.toContain('succeeded');
    expect(stepOf(running, 'begun').duration_ms).toBeNull();
    vendor.state = 'success';
    const task = await endedTask(ada, id);
    await until(async () => names(await show(ada, id)).filter((step) => step === 'webhook').length === 3);
    const shown = await show(ada, id);
    expect(shown.timeline.map(({ at }: any) => at)).toEqual(
      shown.timeline.map(({ at }: any) => at).toSorted(),
    );
    expect(names(shown).filter((step) => step !== 'webhook')).toEqual([
      'submitted',
      'reserved',
      'begun',
      'ordered',
      'polled',
      'stored',
      'succeeded',
      'settled',
    ]);
    expect(stepOf(shown, 'submitted')).toEqual({
      step: 'submitted',
      at: task.created_at,
      duration_ms: expect.any(Number),
    });
    expect(stepOf(shown, 'reserved').credits).toBe(running.credits);
    expect(stepOf(shown, 'ordered')).toMatchObject({
      attempt: 1,
      outcome: 'succeeded',
      duration_ms: expect.any(Number),
    });
    const begun = stepOf(shown, 'begun');
    expect(Date.parse(begun.at) + begun.duration_ms).toBe(Date.parse(task.finished_at));
    expect(stepOf(shown, 'polled').count).toBeGreaterThanOrEqual(2);
    expect(stepOf(shown, 'settled').credits).toBe(shown.credits);
    expect(stepOf(shown, 'webhook')).toMatchObject({ attempt: 1, outcome: '204' });
    expect(JSON.stringify(shown)).not.toContain('vendor');
    expect(stepOf(await show(admin, id), 'ordered').vendor).toBe('upstream');
  });

  it('tells that credits were given back, and what nobody can tell', async () => {
    vendor.state = 'lost';
    const uncertain = await endedTask(ada, await order());
    expect(names(uncertain)).toEqual(['submitted', 'reserved', 'begun', 'ordered', 'uncertain']);
    vendor.state = 'processing';
    const id = await order();
    await until(async () => names(await show(ada, id)).includes('polled'));
    await ada.post(`/tasks/${id}/cancel`);
    const canceled = await show(ada, id);
    expect(names(canceled).slice(-2)).toEqual(expect.arrayContaining(['canceled', 'released']));
    vendor.state = 'success';
  });

  it('of work that is done here is asked of the database once for each change', async () => {
    const asked: string[] = [];
    const query = pg.Client.prototype.query;
    pg.Client.prototype.query = function (this: pg.Client, ...parameters: [string | { text: string }]) {
      const [statement] = parameters;
      const text = typeof statement === 'string' ? statement : statement.text;
      if (OF_TIMELINES.test(text)) asked.push(text);
      return (query as (...all: unknown[]) => unknown).apply(this, parameters);
    } as typeof query;
    try {
      const id = (await ada.post(RELIGHT, { image })).body.data.task_id;
      await endedTask(ada, id);
      const first = await show(ada, id);
      expect(names(first)).toEqual(['submitted', 'reserved', 'begun', 'stored', 'succeeded', 'settled']);
      expect(asked.length).toBeGreaterThan(0);
      asked.length = 0;
      expect((await show(ada, id)).timeline).toEqual(first.timeline);
      expect(asked).toEqual([]);
    } finally {
      pg.Client.prototype.query = query;
    }
  });
});
