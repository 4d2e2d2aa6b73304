import sharp from 'sharp';
import { type ApiClient, TestApp } from '../../support/test-app.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

describe('image inputs of a hostile or careless caller', () => {
  let app: TestApp;
  let ada: ApiClient;
  let image: string;

  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.api.as(await app.caller());
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#806040' } })
      .png()
      .toBuffer();
    image = bytes.toString('base64');
  });
  afterAll(() => app.stop());

  it.each([
    ['(sun:1.5)', '1.5'],
    ['(sun:0.9)', '0.9'],
    ['(sun:-1)', '-1'],
    ['(sun:1e9)', '1000000000'],
    ['(sun:.5)', '0.5'],
  ])('refuses the weight of %s and says which it is', async (prompt, weight) => {
    const reply = await ada.post(RELIGHT, { image, prompt });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe(`prompt must keep each weight from 1 to 1.4, not ${weight}.`);
  });

  it('says what kind of value a wrong entry of a list is', async () => {
    const body = { model: 'vq2-turbo', prompt: 'a kite', images: [image, 7] };
    const reply = await ada.post('/proxy/vidprov/start-end2video', body);
    expect(reply.body.message).toBe('images entry 1 must be Base64 of an image or a URL, not the number 7.');
  });

  it('serves a picture that was sent as Base64 under its own type', async () => {
    const body = { model: 'vq2-turbo', prompt: 'a kite', images: [image], duration: 1, resolution: '360p' };
    const made = await ada.post('/proxy/vidprov/start-end2video', body);
    expect(made.status).toBe(200);
    const link = new URL(made.body.images[0] as string);
    const reply = await app.api.get(link.pathname + link.search);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('image/png');
    expect(reply.bytes.toString('base64')).toBe(image);
    await ada.post(`/tasks/${made.body.task_id}/cancel`);
  });
});
