import { endedTask } from '../../../support/ended-task.js';
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

  const base = (): object => ({
    ...{ name: 'vidu', adapter: 'vidu', base_url: `${vendor.url}/ent/v2`, keys: ['key-1'], poll_seconds: 0 },
  });
  const withVendors = async (
    vendors: object[],
    baseUrl: string,
    test: (app: TestApp, ada: ApiClient) => Promise<void>,
  ): Promise<void> => {
    const app = await TestApp.start({ VENDORS_FILE: vendorsFile(vendors), BASE_URL: baseUrl });
    try {
      await test(app, app.api.as(await app.caller()));
    } finally {
      await app.stop();
    }
  };
  const withBaseUrl = async (
    baseUrl: string,
    fields: object,
    test: (app: TestApp, ada: ApiClient) => Promise<void>,
  ): Promise<void> => {
    await withVendors([{ ...base(), ...fields }], baseUrl, async (app, ada) => {
      await test(app, ada);
      await until(() => vendor.orders.length === 1 && vendor.orders[0].polls > 0);
    });
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

  /** Larger than Vidu takes as Base64: a PNG may have bytes after its end. */
  const large = async (): Promise<Buffer> =>
    Buffer.concat([Buffer.from(await image(1), 'base64'), Buffer.alloc(11e6)]);
  const uploaded = async (ada: ApiClient): Promise<string> => {
    const { body } = await ada.post('/uploads', { file_name: 'large.png' });
    const { pathname, search } = new URL(body.upload_url);
    const raw = new Uint8Array(await large());
    await ada.call('PUT', pathname + search, undefined, { raw, headers: { 'content-type': 'image/png' } });
    return body.download_url;
  };

  it('are refused with the request where they are larger than it takes', async () => {
    await withBaseUrl('http://localhost:3000', {}, async (_app, ada) => {
      const images = [(await large()).toString('base64')];
      const { status, body } = await ada.post('/proxy/vidprov/start-end2video', { ...VIDEO, images });
      expect([status, body.message]).toEqual([400, 'images[0] must be at most 10 MB for the provider.']);
      const { body: task } = await ada.post('/proxy/vidprov/start-end2video', {
        ...VIDEO,
        images: [await uploaded(ada)],
      });
      expect(await endedTask(ada, task.task_id)).toMatchObject({
        error_code: 'image_too_large',
        error_message: 'The picture images[0] is larger than the provider takes: 10 MB.',
      });
      expect(vendor.orders).toEqual([]);
      await order(ada);
    });
  });

  it('go to a vendor that takes them, whenever their size is known', async () => {
    const second = { ...base(), name: 'second', priority: 1, inputs: 'link' };
    await withVendors([base(), second], 'https://localhost', async (_app, ada) => {
      for (const picture of [(await large()).toString('base64'), await uploaded(ada)]) {
        const request = { ...VIDEO, images: [picture] };
        const { body } = await ada.post('/proxy/vidprov/start-end2video', request);
        expect(await endedTask(ada, body.task_id)).toMatchObject({ status: 'succeeded' });
      }
      for (const { request } of vendor.orders) expect(request.images[0]).toMatch(/^https:/);
      expect(vendor.orders).toHaveLength(2);
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
