import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endedTask } from '../../support/ended-task.js';
import { pngOfSize } from '../../support/png-of-size.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { image, SMALL } from '../video-proxy/video-tasks.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const START_END = '/proxy/vidprov/start-end2video';

describe('what callers learn of the length of a task', () => {
  let app: TestApp;
  let ada: ApiClient;
  let picture: string;

  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.api.as(await app.caller());
    picture = await image(1);
    large = (await pngOfSize(8_000, 5_000, 1)).toString('base64');
  });
  afterAll(() => app.stop());

  const relight = async (): Promise<string> =>
    (await ada.post(RELIGHT, { image: picture })).body.data.task_id;
  /** A picture of which nothing but its header is looked at. */
  let large: string;
  const quoted = async (kind: string, body: object): Promise<number> =>
    (await ada.post('/quotes', { kind, body })).body.estimated_duration_seconds;
  const picturesTake = (): Promise<number> => quoted('image-relight', { image: picture });

  /** As if the work on the tasks had taken so long. */
  async function took(ids: readonly string[], seconds: readonly number[]): Promise<void> {
    await rowsOf(
      app.databaseUrl,
      `update tasks t set started_at = t.finished_at - g.seconds * interval '1 s'
       from unnest($1::uuid[], $2::float8[]) as g(id, seconds) where t.id = g.id`,
      [ids, seconds],
    );
  }

  it('is what tasks of that kind and size took lately, the usual one of them, and within bounds', async () => {
    const first = await picturesTake();
    const usual = await quoted('image-relight', { image: large });
    const video = await quoted('video-start-end', { ...SMALL, images: [picture] });
    const ids = await Promise.all(Array.from({ length: 3 }, relight));
    for (const id of ids) expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
    await took(ids, [first * 10, first * 500, first * 8]);
    await until(async () => (await picturesTake()) === first * 10);
    const reply = await ada.post(RELIGHT, { image: picture });
    expect(reply.headers.get('x-estimated-duration-seconds')).toBe(String(first * 10));
    const { id, estimated_seconds: expected } = await endedTask(ada, reply.body.data.task_id);
    expect(expected).toBe(first * 10);
    // Another kind is as it was, and a large picture is not done sooner because small ones are.
    expect(await quoted('video-start-end', { ...SMALL, images: [picture] })).toBe(video);
    await took(
      [...ids, id],
      Array.from({ length: 4 }, () => first / 100),
    );
    await until(async () => (await picturesTake()) <= first);
    expect(await quoted('image-relight', { image: large })).toBe(usual);
    // What was estimated by the tasks before is not multiplied again.
    await took(
      [...ids, id],
      Array.from({ length: 4 }, () => first * 12),
    );
    await until(async () => (await picturesTake()) === first * 12);
    await took(
      [...ids, id],
      Array.from({ length: 4 }, () => first * 10_000),
    );
    await until(async () => (await picturesTake()) > first * 12);
    expect(await picturesTake()).toBeLessThanOrEqual(first * 60);
  });

  describe('while its picture is being fetched', () => {
    let server: Server;
    let url: string;
    beforeAll(async () => {
      // A server that takes requests and answers none.
      server = createServer(() => undefined).listen(0, '127.0.0.1');
      await until(() => server.listening);
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.png`;
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    it.each([
      ['image', RELIGHT, () => ({ image: url })],
      ['video', START_END, () => ({ ...SMALL, images: [url] })],
    ])('is above 0 %% for an %s', async (_, endpoint, body) => {
      const { body: submitted } = await ada.post(endpoint, body());
      const id = submitted.task_id ?? submitted.data.task_id;
      const task = async () => (await ada.get(`/tasks/${id}`)).body;
      await until(async () => (await task()).status === 'processing');
      expect((await task()).progress).toBeGreaterThan(0);
      await ada.delete(`/tasks/${id}`);
    });
  });
});
