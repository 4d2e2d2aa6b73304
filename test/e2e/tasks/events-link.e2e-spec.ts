import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { EventSource } from 'undici';
import { LinkSigner } from '#libs/platform/signing';
import { contractProblem } from '../../support/api-contract.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const ORIGIN = 'https://studio.example';
const HOUR_MS = 3_600_000;

/** No jobs run here, so every task waits until the test cancels it. */
describe('the link to the events of a task', () => {
  let app: TestApp;
  let ada: ApiClient;
  let image: string;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false', CORS_ORIGINS: ORIGIN });
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#a07050' } });
    image = (await picture.png().toBuffer()).toString('base64');
  });
  beforeEach(async () => {
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop({ waiting: ['image-tasks.run'] }));

  async function start(): Promise<{ id: string; link: string }> {
    const { task_id: id } = (await ada.post(RELIGHT, { image })).body.data;
    const reply = await ada.get(`/tasks/${id}`);
    expect(contractProblem('GET /tasks/:id', reply)).toBeUndefined();
    return { id, link: reply.body.events_url };
  }

  it('lets an EventSource follow the task to its end without a token', async () => {
    const { id, link } = await start();
    const statuses: string[] = [];
    const source = new EventSource(link);
    source.addEventListener('status', (event) => {
      statuses.push(JSON.parse((event as MessageEvent).data).status);
    });
    try {
      await until(() => statuses.length === 1);
      await ada.post(`/tasks/${id}/cancel`);
      // It comes back after the end of the stream, and is sent away for good.
      await until(() => source.readyState === EventSource.CLOSED);
      expect(statuses).toEqual(['created', 'canceled']);
    } finally {
      source.close();
    }
  });

  it('may be read by pages of an allowed origin, and by no other', async () => {
    const { id, link } = await start();
    await ada.post(`/tasks/${id}/cancel`);
    const readBy = async (origin: string) => {
      const { status, headers } = await app.api.get(link, { headers: { Origin: origin } });
      return [status, headers.get('access-control-allow-origin')];
    };
    expect(await readBy(ORIGIN)).toEqual([200, ORIGIN]);
    expect(await readBy('https://other.example')).toEqual([200, null]);
  });

  it('is null once the task has ended', async () => {
    const { id } = await start();
    await ada.post(`/tasks/${id}/cancel`);
    expect((await ada.get(`/tasks/${id}`)).body.events_url).toBeNull();
  });

  it('opens nothing but the events of its task, for its time', async () => {
    const { id, link } = await start();
    const { link: other } = await start();
    const { search } = new URL(link);
    const signed = (path: string, at: number) => app.get(LinkSigner).sign('GET', path, new Date(at));
    const wrong = [
      `/tasks/${id}/events${new URL(other).search}`,
      `/tasks/${id}/events?expires=${Math.floor(Date.now() / 1000) + 60}&signature=${'A'.repeat(43)}`,
      `/tasks/${id}/events?signature=`,
      link.replace(/expires=\d+/, 'expires=9999999999'),
      signed(`/tasks/${id}/events`, Date.now() - HOUR_MS),
    ];
    for (const target of wrong) {
      const reply = await app.api.get(target);
      expect([target, reply.status, reply.body]).toEqual([
        target,
        403,
        { error: 'task_link_invalid', message: 'The link to the task is not valid, or has expired.' },
      ]);
      expect(contractProblem('GET /tasks/:id/events', reply)).toBeUndefined();
    }
    expect((await app.api.get(`/tasks/${id}${search}`)).status).toBe(404);
    expect((await app.api.get(`/tasks/${id}/events`)).status).toBe(404);
    const absent = signed(`/tasks/${randomUUID()}/events`, Date.now() + HOUR_MS);
    expect((await app.api.get(absent)).body.error).toBe('task_not_found');
  });

  it('goes with its task', async () => {
    const { id, link } = await start();
    await ada.post(`/tasks/${id}/cancel`);
    await ada.delete(`/tasks/${id}`);
    expect((await app.api.get(link)).body.error).toBe('task_not_found');
  });
});
