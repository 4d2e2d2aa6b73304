import { ApiError, createFalClient } from '@fal-ai/client';
import OpenAI from 'openai';
import { TestApp } from '../../support/test-app.js';

describe('rate limits in compatible APIs', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ COMPATIBLE_APIS: 'openai,replicate,fal', RATE_LIMIT: '1' });
  });
  afterAll(() => app.stop());

  it('say when to come back, in the words of each', async () => {
    const { token } = await app.caller();
    const { baseUrl } = app.api;
    const openai = new OpenAI({ apiKey: token, baseURL: `${baseUrl}/v1`, maxRetries: 0 });
    await openai.videos.list();
    const refused = await openai.videos.list().catch((error: unknown) => error as any);
    expect(refused).toBeInstanceOf(OpenAI.RateLimitError);
    expect(refused).toMatchObject({ code: 'rate_limit_exceeded', type: 'requests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    const prediction = await app.api.as(token).get('/v1/predictions');
    expect(prediction).toMatchObject({ status: 429, body: { title: 'Too many requests', status: 429 } });
    expect(Number(prediction.headers.get('retry-after'))).toBeGreaterThan(0);

    const fal = createFalClient({
      ...{ credentials: token, retry: { maxRetries: 0 } },
      proxyUrl: { url: `${baseUrl}/fal`, when: 'always' },
    });
    const busy = await fal.storage.upload(new Blob(['x'])).catch((error: unknown) => error as any);
    expect(busy).toBeInstanceOf(ApiError);
    expect(busy).toMatchObject({ status: 429, body: { detail: expect.stringMatching(/requests/) } });
  });
});
