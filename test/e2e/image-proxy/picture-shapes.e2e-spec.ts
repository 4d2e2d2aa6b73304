import { endedTask } from '../../support/ended-task.js';
import { pngOfSize } from '../../support/png-of-size.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

const BASE = '/proxy/imgprov/v1/ai';

describe('pictures of an extreme shape', () => {
  let app: TestApp;
  let api: ApiClient;
  let small: string;

  beforeAll(async () => {
    app = await TestApp.start();
    api = app.api.as(await app.caller());
    small = (await pngOfSize(8, 8)).toString('base64');
  });
  afterAll(() => app.stop());

  it.each([
    ['image-relight', 'image', [50_000_000, 1], '16,384 pixels a side'],
    ['skin-enhancer/creative', 'image', [1, 50_000_000], '16,384 pixels a side'],
    ['skin-enhancer/faithful', 'image', [16_385, 1_000], '16,384 pixels a side'],
    ['image-style-transfer', 'image', [10_010, 10], '1,000 times as long'],
    ['image-style-transfer', 'reference_image', [50_000_000, 1], '16,384 pixels a side'],
    ['image-relight', 'transfer_light_from_lightmap', [1, 1_001], '1,000 times as long'],
  ] as const)(
    '%s refuses as %s one of %j and the service answers meanwhile',
    async (path, field, [width, height], rule) => {
      const picture = (await pngOfSize(width, height)).toString('base64');
      const body = {
        image: small,
        ...(path === 'image-style-transfer' ? { reference_image: small } : {}),
        [field]: picture,
      };
      const reply = await api.post(`${BASE}/${path}`, body);
      expect(reply.status).toBe(200);
      const ended = endedTask(api, (reply.body.data ?? reply.body).task_id);
      expect((await app.api.get('/health/live')).status).toBe(200);
      const task = await ended;
      expect(task).toMatchObject({ native_status: 'FAILED', error_code: 'image_too_large', outputs: [] });
      expect(task.error_message).toContain(rule);
    },
  );

  it('take those that are just small enough', async () => {
    for (const [width, height] of [
      [1, 1_000],
      [16_384, 17],
    ] as const) {
      const image = (await pngOfSize(width, height)).toString('base64');
      const body = { image, transfer_light_from_lightmap: (await pngOfSize(512, 1)).toString('base64') };
      const reply = await api.post(`${BASE}/image-relight`, body);
      expect(await endedTask(api, reply.body.data.task_id)).toMatchObject({ native_status: 'COMPLETED' });
    }
  });
});
