import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const THREADS = 5;
const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

describe('Picture tasks', () => {
  let app: TestApp;
  let ada: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start({ IMAGE_ENGINE_THREADS: String(THREADS) });
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  it('begin as many as the engine works on at once, while the others wait for their turn', async () => {
    const create = { width: 2_000, height: 1_600, channels: 3 as const, background: '#a06040' };
    const image = (await sharp({ create }).png().toBuffer()).toString('base64');
    const orders = Array.from({ length: THREADS + 2 }, () => ada.post(RELIGHT, { image }));
    const ids: string[] = (await Promise.all(orders)).map(({ body }) => body.data.task_id);
    let most = 0;
    await until(async () => {
      const statuses = (await ada.get('/tasks')).body.tasks.map(({ status }: { status: string }) => status);
      most = Math.max(most, statuses.filter((status: string) => status === 'processing').length);
      return most >= THREADS || statuses.every((status: string) => status === 'succeeded');
    });
    expect(most).toBe(THREADS);
    for (const id of ids) expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
  });
});
