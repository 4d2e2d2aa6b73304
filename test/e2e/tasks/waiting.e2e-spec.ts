import sharp from 'sharp';
import { contractProblem } from '../../support/api-contract.js';
import { endedTask } from '../../support/ended-task.js';
import { filesBelow } from '../../support/files-below.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { TEXT_PATH } from '../music-proxy/music-calls.js';
import { SMALL } from '../video-proxy/video-tasks.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const VIDEO = '/proxy/vidprov/start-end2video';

describe('tasks that wait', () => {
  let app: TestApp;
  let image: string;

  beforeAll(async () => {
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#a07050' } });
    image = (await picture.png().toBuffer()).toString('base64');
    app = await TestApp.start({
      RUN_JOBS: 'false',
      TRUST_PROXY_HOPS: '1',
      WAITING_TASKS_PER_USER: '12',
      WAITING_TASKS_PER_ADDRESS: '2',
    });
  });
  afterAll(() => app.stop());

  const relight = (api: ApiClient): Promise<Reply> => api.post(RELIGHT, { image });
  const video = (address: string, headers: Record<string, string> = {}): Promise<Reply> =>
    app.api.post(
      VIDEO,
      { ...SMALL, images: [image] },
      { headers: { ...headers, 'X-Forwarded-For': address } },
    );

  function expectRefused(route: string, reply: Reply, text: string): void {
    expect(reply).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(reply.body.message).toContain(text);
    expect(contractProblem(route, reply)).toBeUndefined();
  }

  it('are limited for each caller, and begin in turns', async () => {
    const [ada, bob] = [app.api.as(await app.caller()), app.api.as(await app.caller())];
    const hers: string[] = [];
    for (let count = 0; count < 12; count += 1) hers.push((await relight(ada)).body.data.task_id);
    const before = await filesBelow(app.dataDir);
    expectRefused(`POST ${RELIGHT}`, await relight(ada), 'You have 12 tasks waiting');
    const raw = new URLSearchParams({ prompt: 'piano', duration: '1' });
    expectRefused(`POST ${TEXT_PATH}`, await ada.post(TEXT_PATH, undefined, { raw }), '12 tasks waiting');
    expect(await filesBelow(app.dataDir)).toEqual(before);
    const his: string[] = [(await relight(bob)).body.data.task_id, (await relight(bob)).body.data.task_id];
    const worker = await TestApp.join(app, { DATA_DIR: app.dataDir });
    const begun: { id: string; at: number }[] = [];
    for (const [api, ids] of [
      [ada, hers],
      [bob, his],
    ] as const)
      for (const id of ids) begun.push({ id, at: Date.parse((await endedTask(api, id)).started_at) });
    await worker.stop();
    begun.sort((a, b) => a.at - b.at);
    // Four run at once; with turns his two are among the first of the queue, not behind her twelve.
    const places = his.map((id) => begun.findIndex((task) => task.id === id));
    expect(Math.max(...places)).toBeLessThan(8);
    expect((await relight(ada)).status).toBe(200);
  });

  it('are no more than allowed when many are submitted at the same time to two processes', async () => {
    const caller = await app.caller();
    const other = await TestApp.join(app, {
      DATA_DIR: app.dataDir,
      RUN_JOBS: 'false',
      WAITING_TASKS_PER_USER: '12',
    });
    const apis = [app.api.as(caller), other.api.as(caller)];
    const before = await filesBelow(app.dataDir);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, at) => relight(apis[at % 2] ?? app.api)),
    );
    await other.stop();
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(28);
    for (const reply of refused) expectRefused(`POST ${RELIGHT}`, reply, 'You have 12 tasks waiting');
    expect((await filesBelow(app.dataDir)).length - before.length).toBe(12);
  });

  it('without a token are limited by address', async () => {
    const [first] = [await video('203.0.113.1'), await video('203.0.113.1')];
    const key = { 'Idempotency-Key': 'until-there-is-room' };
    expectRefused(`POST ${VIDEO}`, await video('203.0.113.1', key), 'at your address have 2 tasks waiting');
    expect((await video('203.0.113.2')).status).toBe(200);
    await app.api.post(`/proxy/vidprov/tasks/${first.body.task_id}/cancel`);
    expect((await video('203.0.113.1', key)).status).toBe(200);
  });
});
