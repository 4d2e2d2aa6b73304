import { startStrictVendor } from '../../../support/strict-vendor.js';
import { type ApiClient, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { vendorsFile } from '../../../support/vendors-file.js';
import { image } from '../../video-proxy/video-tasks.js';

const VIDEO = { model: 'vq2-turbo', duration: 2, resolution: '540p', prompt: 'a ball' };

describe('pictures for a vendor', () => {
  let vendor: any;
  beforeAll(async () => {
    vendor = await startStrictVendor('vidu', 'vidu');
  });
  afterAll(() => vendor.stop());
  beforeEach(() => vendor.reset());

  const withBaseUrl = async (
    baseUrl: string,
    fields: object,
    test: (app: TestApp, ada: ApiClient) => Promise<void>,
  ): Promise<void> => {
    const base = { name: 'vidu', adapter: 'vidu', base_url: `${vendor.url}/ent/v2`, keys: ['key-1'] };
    const VENDORS_FILE = vendorsFile([{ ...base, poll_seconds: 0, ...fields }]);
    const app = await TestApp.start({ VENDORS_FILE, BASE_URL: baseUrl });
    try {
      await test(app, app.api.as(await app.caller()));
      await until(() => vendor.orders.length === 1 && vendor.orders[0].polls > 0);
    } finally {
      await app.stop();
    }
  };
  const order = async (ada: ApiClient): Promise<void> => {
    const { status } = await ada.post('/proxy/vidprov/start-end2video', {
      ...VIDEO,
      images: [await image(1)],
    });
    expect(status).toBe(200);
  };

  it('go by a link that anyone may follow for a while, where the service has a public address', async () => {
    await withBaseUrl('https://atelier.example', {}, async (app, ada) => {
      await order(ada);
      await until(() => vendor.orders.length === 1);
      const [link] = vendor.orders[0].request.images;
      expect(link).toMatch(/^https:\/\/atelier\.example\/assets\//);
      const { pathname, search } = new URL(link);
      const reply = await app.api.get(pathname + search);
      expect(reply.bytes.toString('base64')).toBe(await image(1));
    });
  });

  it.each([
    ['has no public address', 'http://localhost:3000', {}],
    ['is told so', 'https://atelier.example', { inputs: 'base64' }],
  ])('go as Base64 where the service %s', async (_, baseUrl, fields) => {
    await withBaseUrl(baseUrl, fields, async (_app, ada) => {
      await order(ada);
      await until(() => vendor.orders.length === 1);
      expect(vendor.orders[0].request.images).toEqual([`data:image/png;base64,${await image(1)}`]);
    });
  });

  it('are refused where they are larger than it takes, and the caller reads why', async () => {
    await withBaseUrl('http://localhost:3000', {}, async (_app, ada) => {
      // A PNG may have bytes after its end.
      const large = Buffer.concat([Buffer.from(await image(1), 'base64'), Buffer.alloc(11e6)]);
      const images = [large.toString('base64')];
      const { body } = await ada.post('/proxy/vidprov/start-end2video', { ...VIDEO, images });
      let task: any;
      await until(async () => (task = (await ada.get(`/tasks/${body.task_id}`)).body).status === 'failed');
      expect(task).toMatchObject({ error_code: 'image_too_large' });
      expect(task.error_message).toContain('10 MB');
      expect(vendor.orders).toEqual([]);
      await order(ada);
    });
  });

  it('and lengths are refused at once where no vendor takes them', async () => {
    await withBaseUrl('http://localhost:3000', {}, async (_app, ada) => {
      const request = { ...VIDEO, resolution: '360p', images: [await image(1)] };
      const { status, body } = await ada.post('/proxy/vidprov/start-end2video', request);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('resolution must be one of 540p, 720p, 1080p for this model');
      await order(ada);
    });
  });
});
