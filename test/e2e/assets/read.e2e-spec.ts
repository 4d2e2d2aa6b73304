import { request as httpRequest } from 'node:http';
import { randomUUID } from 'node:crypto';
import { Asset, AssetsService, CleanAssetsJob, type NewAsset } from '#libs/media/assets';
import { ObjectStorage } from '#libs/platform/storage';
import { TestApp } from '../../support/test-app.js';

describe('GET /assets/{key}', () => {
  let app: TestApp;
  let assets: AssetsService;
  const lines: any[] = [];
  const content = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));

  beforeAll(async () => {
    const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
    app = await TestApp.start({ LOG_LEVEL: 'info' }, { logTo });
    assets = app.get(AssetsService);
  });
  afterAll(() => app.stop());

  async function linkTo(bytes: Uint8Array = content, extra: Partial<NewAsset> = {}): Promise<string> {
    return assets.link(
      await assets.store({ content: bytes, contentType: 'image/png', purpose: 'output', ...extra }),
    );
  }

  it('sends the whole file with its type, and lets no browser guess or run it', async () => {
    const reply = await app.api.get(await linkTo());
    expect(reply.status).toBe(200);
    expect(reply.bytes.equals(content)).toBe(true);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '1000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: expect.stringMatching(/^"[0-9a-f-]{36}"$/),
    });
  });

  it('refuses links that have expired, were changed, or were never signed', async () => {
    const asset = await assets.store({ content, contentType: 'image/png', purpose: 'output' });
    const good = new URL(assets.link(asset));
    const expired = assets.link(asset, new Date(Date.now() - 1_000));
    const longer = new URL(good);
    longer.searchParams.set('expires', String(Number(good.searchParams.get('expires')) + 1));
    const other = new URL(await linkTo());
    other.pathname = good.pathname;
    for (const url of [expired, longer.href, other.href, good.origin + good.pathname]) {
      expect(await app.api.get(url)).toMatchObject({ status: 403, body: { error: 'asset_link_invalid' } });
    }
  });

  it('says 404 once the file is removed, and 400 for what is no key', async () => {
    const asset = await assets.store({ content, contentType: 'image/png', purpose: 'output' });
    const url = assets.link(asset);
    await assets.remove([asset]);
    expect(await app.api.get(url)).toMatchObject({ status: 404, body: { error: 'asset_not_found' } });
    expect((await app.api.get('/assets/..%2F..%2Fetc')).status).toBe(400);
  });

  it.each<Record<string, string>>([{}, { range: 'bytes=0-9' }])(
    'says so when the storage has lost the file (%j)',
    async (headers) => {
      const lost = await assets.store({ content, contentType: 'image/png', purpose: 'output' });
      await app.get(ObjectStorage).delete(Asset.storageKeyOf(lost));
      const reply = await app.api.get(assets.link(lost), { headers });
      expect(reply).toMatchObject({ status: 500, body: { error: 'internal_error' } });
      expect(reply.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('writes no error to the log when the caller hangs up', async () => {
    const url = await linkTo(Buffer.alloc(30_000_000));
    lines.length = 0;
    await new Promise<void>((resolve) => {
      const call = httpRequest(url, (response) => {
        response.once('data', () => {
          call.destroy();
          resolve();
        });
      });
      call.on('error', () => undefined);
      call.end();
    });
    while (!lines.some(({ status }) => status === 499))
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(lines.filter(({ level }) => level === 'error' || level >= 50)).toEqual([]);
  });

  it('has files removed whose time has come, and inputs that no task came to use', async () => {
    const past = new Date(Date.now() - 1_000);
    const expired = await linkTo(content, { purpose: 'input', taskId: randomUUID(), expiresAt: past });
    const unused = await assets.store({
      content,
      contentType: 'image/png',
      purpose: 'input',
      taskId: randomUUID(),
    });
    const kept = await linkTo();
    await app
      .get(CleanAssetsJob)
      .run({}, { signal: new AbortController().signal, attempt: 1, isLastAttempt: false });
    expect((await app.api.get(expired)).status).toBe(404);
    expect((await app.api.get(kept)).status).toBe(200);
    expect(unused.expiresAt?.getTime()).toBeGreaterThan(Date.now());
  });
});
