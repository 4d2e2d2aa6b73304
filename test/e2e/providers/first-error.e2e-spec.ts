import { type ApiClient, TestApp } from '../../support/test-app.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { form, TEXT_PATH } from '../music-proxy/music-calls.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const AREAS = ['image', 'video', 'music'] as const;
const VIDEO = { model: 'vq1', images: [TINY_PNG] };

const IMAGES = '/proxy/imgprov/v1/ai';

describe('a request that is refused for several reasons', () => {
  let app: TestApp;
  let ada: ApiClient;

  beforeAll(async () => {
    const vendors = AREAS.map((area) => ({
      name: area,
      area,
      base_url: 'http://127.0.0.1:9',
      keys: ['key'],
    }));
    app = await TestApp.start({ VENDORS_FILE: vendorsFile(vendors), RUN_JOBS: 'false' });
    ada = app.api.as(await app.caller());
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    for (const area of AREAS) await admin.put(`/admin/vendors/${area}`, { draining: true });
  });
  afterAll(() => app.stop());

  it.each([
    [`${IMAGES}/image-relight`, { image: TINY_PNG }, { image: 'none' }],
    ['/proxy/vidprov/start-end2video', VIDEO, { ...VIDEO, duration: 16 }],
    [
      '/proxy/vidprov/extend',
      { model: 'vq2-turbo', video_url: 'http://example.com/a.mp4', video_creation_id: 'x' },
      { model: 'vq2-turbo' },
    ],
  ])(
    '%s is refused for the request first, then for the vendor, then for the price',
    async (path, good, bad) => {
      const refused = async (body: object): Promise<string> =>
        (await ada.post(path, body, { headers: { 'quote-id': 'none' } })).body.error;
      expect(await refused(bad)).toBe('invalid_request');
      expect(await refused(good)).toBe('no_vendor_available');
    },
  );

  it('is refused as music by the same order', async () => {
    const refused = async (fields: Record<string, string>): Promise<string> =>
      (await ada.post(TEXT_PATH, undefined, { raw: form(fields), headers: { 'quote-id': 'none' } })).body
        .error;
    expect(await refused({ duration: '3' })).toBe('invalid_request');
    expect(await refused({ prompt: 'rain' })).toBe('no_vendor_available');
  });
});
