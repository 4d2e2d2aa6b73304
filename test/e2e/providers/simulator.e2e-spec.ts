import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { Simulator } from '../../support/simulator.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { audioOf, events, form, TEXT_PATH } from '../music-proxy/music-calls.js';
import { picture } from '../video-proxy/video-tasks.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const CALM = {
  drop_before: 0,
  drop_after: 0,
  status_503: 0,
  truncated_stream: 0,
  truncated_file: 0,
  wrong_type: 0,
};

describe('the simulated vendor', () => {
  let vendor: Simulator;
  let app: TestApp;
  let ada: ApiClient;
  let image: string;
  beforeAll(async () => {
    vendor = await Simulator.start('--idempotent');
    const at = (prefix: string) => ({
      [`${prefix}_BASE_URL`]: vendor.url,
      [`${prefix}_API_KEY`]: 'vendor-key',
      [`${prefix}_IDEMPOTENT`]: 'true',
      [`${prefix}_POLL_SECONDS`]: '0',
    });
    app = await TestApp.start({
      ...at('IMGPROV'),
      ...at('VIDPROV'),
      ...at('MUSPROV'),
      VIDPROV_CALLBACKS: 'true',
    });
    ada = app.api.as(await app.caller());
    const picture = sharp({ create: { width: 24, height: 16, channels: 3, background: '#806040' } });
    image = (await picture.png().toBuffer()).toString('base64');
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });
  beforeEach(() => vendor.faults(CALM));

  const relight = async (): Promise<string> => (await ada.post(RELIGHT, { image })).body.data.task_id;
  /** The orders that came since `before`. */
  const ordersSince = async (before: number) => (await vendor.book()).slice(before);

  it('makes pictures, videos and music, and bills each once', async () => {
    const before = (await vendor.book()).length;
    const picture = await endedTask(ada, await relight());
    const video = await ada.post('/proxy/vidprov/reference2video', {
      model: 'vq2-turbo',
      duration: 1,
      resolution: '360p',
      prompt: 'a ball',
      images: [image],
    });
    expect(await endedTask(ada, video.body.task_id)).toMatchObject({ status: 'succeeded' });
    const stream = await ada.post(TEXT_PATH, undefined, { raw: form({ prompt: 'calm', duration: '5' }) });
    expect(events(stream.bytes).at(-1)).toMatchObject({ type: 'complete' });
    const orders = await ordersSince(before);
    expect(orders.map(({ kind, status }) => [kind, status])).toEqual([
      ['image-relight', 'succeeded'],
      ['reference2video', 'succeeded'],
      ['t2m', 'succeeded'],
    ]);
    for (const { credits } of orders) expect(credits).toBeGreaterThan(0);
    const [made] = picture.outputs;
    expect((await ada.get(made.url)).bytes.toString('latin1')).toContain(orders[0]?.order_id);
    expect(audioOf(events(stream.bytes)).toString('latin1')).toContain(orders[2]?.order_id);
  });

  it('has been ordered once when its answer was lost after it had accepted', async () => {
    const before = (await vendor.book()).length;
    await vendor.faults({ drop_after: 1 });
    const id = await relight();
    await until(async () => (await ordersSince(before)).length > 0);
    await vendor.faults(CALM);
    expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
    expect(await ordersSince(before)).toHaveLength(1);
  });

  it('sends the same stream again under the same key when it has broken off', async () => {
    const before = (await vendor.book()).length;
    await vendor.faults({ truncated_stream: 1 });
    const ordered = ada.post(TEXT_PATH, undefined, { raw: form({ prompt: 'calm', duration: '5' }) });
    await until(async () => ((await vendor.faults({})).met.truncated_stream ?? 0) > 0);
    await vendor.faults(CALM);
    const lines = events((await ordered).bytes);
    const [order, ...others] = await ordersSince(before);
    expect(others).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ type: 'complete' });
    expect(audioOf(lines).toString('latin1')).toContain(order?.order_id);
  });

  it('fails the task whose result is no picture, and bills it all the same', async () => {
    const before = (await vendor.book()).length;
    await vendor.faults({ wrong_type: 1 });
    const task = await endedTask(ada, await relight());
    expect(task).toMatchObject({ status: 'failed', error_code: 'upstream_error' });
    expect(await ordersSince(before)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('gives its book as CSV, and names what is wrong with a fault', async () => {
    await endedTask(ada, await relight());
    const csv = await (await fetch(`${vendor.url}/book?format=csv`)).text();
    expect(csv.split('\n')[0]).toBe('order_id,reference,kind,status,credits,accepted_at');
    expect(csv.trim().split('\n')).toHaveLength((await vendor.book()).length + 1);
    const refusal = await vendor.faults({ fail: 2, drop: 1, latency: 'slow' });
    expect(refusal.status).toBe(400);
    for (const problem of ['latency must be like', 'fail must be a number from 0 to 1', 'drop is no fault'])
      expect(refusal.message).toContain(problem);
  });

  it('has no part in an off-peak video any more when its file was gone for as long as usual work takes', async () => {
    const vendor = await Simulator.start('--faults', '{"dead_link": 1}');
    const app = await TestApp.start({
      VIDPROV_BASE_URL: vendor.url,
      VIDPROV_API_KEY: 'vendor-key',
      VIDPROV_POLL_SECONDS: '0',
      VIDPROV_DEADLINE_SECONDS: '1',
    });
    const caller = app.api.as(await app.caller());
    const video = { model: 'vq2-turbo', duration: 1, resolution: '360p', prompt: 'a ball', off_peak: true };
    const ordered = await caller.post('/proxy/vidprov/reference2video', { ...video, images: [image] });
    const task = await endedTask(caller, ordered.body.task_id, 20_000);
    expect(task).toMatchObject({ status: 'failed', error_code: 'upstream_error' });
    await app.stop();
    await vendor.stop();
  });

  it('keeps its book when it is killed, and goes on where it was', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-simulator-'));
    const file = path.join(folder, 'book.jsonl');
    const order = (url: string) => fetch(`${url}/v1/ai/image-relight`, { method: 'POST', body: '{}' });
    const first = await Simulator.start('--book', file, '--lookup');
    await order(first.url);
    await order(first.url);
    const known = await first.book();
    await first.kill();
    const second = await Simulator.start('--book', file, '--lookup');
    await order(second.url);
    expect((await second.book()).slice(0, 2)).toMatchObject(known.map(({ order_id }) => ({ order_id })));
    expect(new Set((await second.book()).map(({ order_id }) => order_id)).size).toBe(3);
    await second.stop();
    await rm(folder, { recursive: true });
  });
});

describe('the strict fake of a vendor that misbehaves', () => {
  let vendor: Simulator;
  let app: TestApp;
  let ada: ApiClient;
  let image: string;
  beforeAll(async () => {
    vendor = await Simulator.start('--contract', 'vidu', '--key', 'key-1');
    app = await TestApp.start({
      ...{ VIDPROV_BASE_URL: `${vendor.url}/ent/v2`, VIDPROV_ADAPTER: 'vidu', VIDPROV_API_KEY: 'key-1' },
      ...{ VIDPROV_POLL_SECONDS: '0', VIDPROV_REFERENCE_HEADER: 'X-Reference' },
      VIDPROV_TIMEOUT_MS: '1000',
    });
    ada = app.api.as(await app.caller());
    image = (await picture(1)).toString('base64');
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });

  const video = async (): Promise<string> => {
    const fields = { model: 'vq2-pro', duration: 1, resolution: '540p', prompt: 'a ball', images: [image] };
    return (await ada.post('/proxy/vidprov/reference2video', fields)).body.task_id;
  };
  /** What came of a task that met the fault, and of nothing else. */
  const after = async (fault: string) => {
    await vendor.faults({ [fault]: 1 });
    const id = await video();
    await until(async () => ((await vendor.faults({})).met[fault] ?? 0) > 0);
    await vendor.faults({ [fault]: 0 });
    return endedTask(ada, id, 15_000);
  };

  it.each(['drop_after', 'error_after', 'status_503_after', 'wrong_reply', 'drop_before', 'expired_link'])(
    'makes one video, whatever goes wrong: %s',
    async (fault) => {
      const before = (await vendor.book()).length;
      expect(await after(fault)).toMatchObject({ status: 'succeeded' });
      const orders = (await vendor.book()).slice(before);
      expect(orders).toMatchObject([{ kind: 'reference2video', status: 'succeeded', credits: 4 }]);
      expect(orders[0]?.reference).toMatch(/^[0-9a-f-]{36}$/);
      expect(await vendor.problems()).toEqual([]);
    },
  );

  it('refuses in its own words what its contract does not allow', async () => {
    const reply = await fetch(`${vendor.url}/ent/v2/extend`, {
      method: 'POST',
      headers: { authorization: 'Token key-1', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'viduq2-pro', video_url: 'https://example.com/a.mp4', style: 'oil' }),
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: 'FieldUnwanted' });
    expect(await vendor.problems()).toEqual([expect.stringContaining('extend: the body must NOT have')]);
  });

  it('keeps its book when it is killed', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-simulator-'));
    const flags = ['--contract', 'sonilo', '--key', 'key-1', '--book', path.join(folder, 'book.jsonl')];
    const first = await Simulator.start(...flags);
    const body = form({ prompt: 'calm', duration: '5', mode: 'async' });
    const headers = { authorization: 'Bearer key-1' };
    const ordered = await fetch(`${first.url}/v1/text-to-music`, { method: 'POST', headers, body });
    const { task_id: id } = (await ordered.json()) as { task_id: string };
    const known = await first.book();
    await first.kill();
    const second = await Simulator.start(...flags);
    expect(await second.book()).toMatchObject(known.map(({ order_id }) => ({ order_id })));
    expect((await fetch(`${second.url}/v1/tasks/${id}`, { headers })).status).toBe(200);
    await second.stop();
    await rm(folder, { recursive: true });
  });
});
