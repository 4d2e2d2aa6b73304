import { Atelier, AtelierError, ConnectionFailed, TaskFailed } from '@atelier/client';
import { getTask, listTasks } from '@atelier/client/api';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { TestApp } from '../../support/test-app.js';
import { UnreliableProxy } from '../../support/unreliable-proxy.js';

const SAMPLES = 'libs/media/work/src/samples/files';

describe('tasks by the client', () => {
  let app: TestApp;
  let proxy: UnreliableProxy;
  let atelier: Atelier;
  let room: Buffer;

  beforeAll(async () => {
    app = await TestApp.start();
    proxy = await UnreliableProxy.start(app.api.baseUrl);
    room = await readFile(`${SAMPLES}/room.jpg`);
  });
  afterAll(async () => {
    await proxy.stop();
    await app.stop();
  });
  beforeEach(async () => {
    const { token } = await app.caller();
    atelier = new Atelier({ url: `${proxy.url}/`, token });
  });
  afterEach(() => {
    proxy.trouble = () => undefined;
    proxy.requests.length = 0;
  });

  const taskIds = async () => {
    const ids: string[] = [];
    for await (const { id } of atelier.pages(listTasks)) ids.push(id);
    return ids;
  };

  it('relights a picture, tells its progress by events, and downloads the result', async () => {
    const seen: string[] = [];
    const task = await atelier
      .relight({ image: room, prompt: 'sunset from the left' })
      .wait({ onProgress: ({ status }) => seen.push(status) });
    expect(task).toMatchObject({ kind: 'image-relight', status: 'succeeded' });
    expect(seen.filter((status) => status === 'succeeded')).toEqual(['succeeded']);
    expect(seen.at(-1)).toBe('succeeded');
    expect(proxy.requests.filter((line) => line.endsWith('/events')).length).toBe(1);
    const picture = await sharp(await atelier.download(task)).metadata();
    expect([picture.width, picture.height]).toEqual([
      (await sharp(room).metadata()).width,
      (await sharp(room).metadata()).height,
    ]);
  });

  it('starts one task only when the reply to a submit is lost', async () => {
    let losses = 0;
    proxy.trouble = ({ method }) =>
      method === 'POST' && (losses += 1) <= 2 ? { breakAfterBytes: 0 } : undefined;
    const { id } = await atelier.relight({ image: `${app.api.baseUrl}/samples/room.jpg` });
    expect(proxy.requests).toEqual(Array(3).fill('POST /proxy/imgprov/v1/ai/image-relight'));
    expect(await taskIds()).toEqual([id]);
    await atelier.wait(id);
  });

  it('tries again after 429 and 503 when the service says so, and gives up after maxRetries', async () => {
    const refusals = [429, 503];
    const refuse = (status: number) => ({ answer: { status, headers: { 'Retry-After': '0' } } });
    proxy.trouble = () => {
      const status = refusals.shift();
      return status === undefined ? undefined : refuse(status);
    };
    expect(await taskIds()).toEqual([]);
    expect(proxy.requests.length).toBe(3);

    const { token } = await app.caller();
    const impatient = new Atelier({ url: proxy.url, token, maxRetries: 1 });
    proxy.requests.length = 0;
    proxy.trouble = () => refuse(503);
    const error = await impatient.call(listTasks).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AtelierError);
    expect(error).toMatchObject({ status: 503, code: 'unexpected_reply', retryAfterSeconds: 0 });
    expect(proxy.requests.length).toBe(2);
    proxy.trouble = () => ({ breakAfterBytes: 0 });
    await expect(impatient.call(listTasks)).rejects.toBeInstanceOf(ConnectionFailed);
  });

  it('does not wait for a limit that is far away', async () => {
    proxy.trouble = () => ({ answer: { status: 429, headers: { 'Retry-After': '3600' } } });
    await expect(atelier.call(listTasks)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    expect(proxy.requests.length).toBe(1);
  });

  it('polls where events do not arrive, and asks only for what has changed', async () => {
    const { id } = await atelier.relight({ image: room });
    const unchanged = { status: 304, headers: { ETag: '"first"' } };
    const first = { status: 200, headers: { ETag: '"first"' }, body: '{"status":"processing","progress":7}' };
    const asked: unknown[] = [];
    proxy.trouble = ({ url, headers }) => {
      if (url?.endsWith('/events')) return { answer: { status: 404 } };
      asked.push(headers['if-none-match']);
      return asked.length <= 2 ? { answer: asked.length === 1 ? first : unchanged } : undefined;
    };
    const seen: unknown[] = [];
    const task = await atelier.wait(id, { onProgress: ({ progress }) => seen.push(progress) });
    expect([task.id, task.status]).toEqual([id, 'succeeded']);
    expect(asked).toEqual([undefined, '"first"', '"first"']);
    expect(seen).toEqual([7, 100]);
  });

  it('continues events after the last one when the stream breaks', async () => {
    const handle = await atelier.makeVideoFromFrames({
      model: 'vq2-turbo',
      duration: 1,
      resolution: '360p',
      images: [room, `${app.api.baseUrl}/samples/end.jpg`],
    });
    const resumed: unknown[] = [];
    proxy.trouble = ({ url, headers }) => {
      if (!url?.endsWith('/events')) return undefined;
      resumed.push(headers['last-event-id']);
      return resumed.length === 1 ? { breakAfterBytes: 200 } : undefined;
    };
    expect((await handle.wait()).outputs[0]?.content_type).toBe('video/mp4');
    expect(resumed[0]).toBeUndefined();
    expect(resumed[1]).toMatch(/^\d+$/);
  });

  it('stops waiting when it is told to, or after a time, and the task goes on', async () => {
    const handle = await atelier.relight({ image: room });
    const abort = new AbortController();
    proxy.trouble = ({ url }) => {
      if (url?.endsWith('/events')) setTimeout(() => abort.abort(new Error('enough')), 10);
      return { answer: { status: 503, headers: { 'Retry-After': '30' } } };
    };
    await expect(handle.wait({ signal: abort.signal })).rejects.toThrow('enough');
    await expect(handle.wait({ signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
    await expect(handle.wait({ timeoutMs: 50 })).rejects.toMatchObject({ name: 'TimeoutError' });
    proxy.trouble = () => undefined;
    expect((await handle.wait()).status).toBe('succeeded');
  });

  it('rejects with TaskFailed when a task fails, and when it is canceled', async () => {
    const failed = atelier.relight({ image: `${app.api.baseUrl}/samples/nowhere.jpg` }).wait();
    const error: unknown = await failed.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TaskFailed);
    expect(error).toMatchObject({
      error_code: expect.stringMatching(/^[a-z_]+$/),
      task: { status: 'failed' },
    });
    expect((error as TaskFailed).message).toBe((error as TaskFailed).task.error_message);

    const long = await atelier.makeVideoFromFrames({
      model: 'vq2-pro',
      duration: 8,
      resolution: '1080p',
      images: [room],
    });
    await long.cancel();
    await expect(long.wait()).rejects.toMatchObject({ error_code: 'canceled', task: { status: 'canceled' } });
  });

  it('tells by code, field and request what the service refuses, and its token to nobody else', async () => {
    const error = await atelier
      .relight({ image: room, light_transfer_strength: 500 })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AtelierError);
    expect([error.status, error.code, error.fields]).toEqual([
      400,
      'invalid_request',
      ['light_transfer_strength'],
    ]);
    expect(error.requestId).toMatch(/\S/);
    const missing = '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11';
    await expect(atelier.wait(missing)).rejects.toMatchObject({ code: 'task_not_found' });
    await expect(atelier.call(getTask, { path: { id: missing } })).rejects.toMatchObject({ status: 404 });
    const stranger = new Atelier({ url: proxy.url, token: 'nobody' });
    await expect(stranger.call(listTasks)).rejects.toMatchObject({ code: 'unauthorized' });
    const elsewhere: unknown[] = [];
    proxy.trouble = ({ headers }) => {
      elsewhere.push(headers.authorization);
      return { answer: { status: 204 } };
    };
    const { token } = await app.caller();
    const atApp = new Atelier({ url: app.api.baseUrl, token });
    await listTasks({ client: atApp.client, baseUrl: proxy.url });
    expect(elsewhere).toEqual([undefined]);
    expect(() => new Atelier({ url: 'file:///etc' })).toThrow('url must be');
  });
});
