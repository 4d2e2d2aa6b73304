import { readFile } from 'node:fs/promises';
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { sampleFile } from '../../support/sample-file.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { probeVideo } from '@atelier/engines/video';
import { picture } from '../video-proxy/video-tasks.js';
import { vendorOfModels } from './models.js';

describe('the API of OpenAI', () => {
  let vendor: any;
  let app: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  let client: OpenAI;

  const clientOf = (apiKey: string, more: object = {}) =>
    new OpenAI({ apiKey, baseURL: `${app.api.baseUrl}/v1`, maxRetries: 0, ...more });
  const upload = async (name: string) =>
    toFile(await readFile(sampleFile(name)), name, { type: 'image/jpeg' });

  beforeAll(async () => {
    const models = await vendorOfModels();
    vendor = models.vendor;
    app = await TestApp.start({
      VENDORS_FILE: models.VENDORS_FILE,
      COMPATIBLE_APIS: 'openai',
      COMPATIBLE_MODELS: 'gpt-image-1=image-relight',
      CREDITS: 'enforced',
    });
    caller = await app.caller();
    ada = app.api.as(caller);
    client = clientOf(caller.token);
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });
  beforeEach(() => vendor.reset());

  describe('images', () => {
    it('are relit, and come as Base64', async () => {
      const image = await upload('room.jpg');
      const reply = await client.images.edit({
        ...{ model: 'image-relight', image, prompt: 'warm light from the left', size: 'auto', n: 1 },
      });
      const bytes = Buffer.from(reply.data?.[0]?.b64_json ?? '', 'base64');
      const [made, given] = await Promise.all(
        [bytes, await readFile(sampleFile('room.jpg'))].map((one) => sharp(one).stats()),
      );
      const size = await sharp(bytes).metadata();
      const before = await sharp(sampleFile('room.jpg')).metadata();
      expect([size.width, size.height]).toEqual([before.width, before.height]);
      expect(made?.channels[0]?.mean).not.toBeCloseTo(given?.channels[0]?.mean ?? 0, 0);
      expect(reply).toMatchObject({ created: expect.any(Number), output_format: size.format });
      expect(reply.usage?.total_tokens).toBe(0);
      const [task] = (await ada.get('/tasks?kind=image-relight')).body.tasks;
      expect(task.request).toMatchObject({
        prompt: 'warm light from the left',
        image: expect.stringMatching(/^asset:/),
      });
    });
  });
});
