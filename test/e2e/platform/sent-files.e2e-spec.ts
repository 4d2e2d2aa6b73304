import { AssetsService } from '#libs/media/assets';
import { contractProblem } from '../../support/api-contract.js';
import { packageOf, Publishing } from '../../support/publishing.js';
import { TestApp } from '../../support/test-app.js';

const ARCHIVE_PATH = '/nodes/packed/versions/1.0.0/archive';

/** Each route that sends a file, with the error of a range outside of it. */
const ROUTES = [
  ['/assets/:key', 'range_not_satisfiable'],
  ['/nodes/:nodeId/versions/:versionId/archive', 'archive_range_not_satisfiable'],
  ['/samples/:name', 'sample_range_not_satisfiable'],
] as const;

describe('a file that is sent', () => {
  let app: TestApp;
  const urls = new Map<string, string>();

  beforeAll(async () => {
    app = await TestApp.start();
    const assets = app.get(AssetsService);
    const content = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));
    const asset = await assets.store({ content, contentType: 'image/png', purpose: 'output' });
    const publishing = new Publishing(app);
    await publishing.publish(await publishing.team(), 'packed', '1.0.0', packageOf('Blur'));
    urls.set('/assets/:key', assets.link(asset));
    urls.set('/nodes/:nodeId/versions/:versionId/archive', ARCHIVE_PATH);
    urls.set('/samples/:name', '/samples/portrait.jpg');
  });
  afterAll(() => app.stop());

  describe.each(ROUTES)('by GET %s', (route, outsideCode) => {
    const call = (headers: Record<string, string> = {}, method = 'GET') =>
      app.api.call(method, urls.get(route) ?? '', undefined, { headers });
    const whole = async () => {
      const { bytes, headers } = await call();
      return { bytes, etag: headers.get('etag') ?? '' };
    };

    it('comes in the part that a range names', async () => {
      const { bytes } = await whole();
      const size = bytes.length;
      const parts: [range: string, start: number, end: number][] = [
        ['bytes=0-9', 0, 9],
        [`bytes=${size - 10}-`, size - 10, size - 1],
        ['bytes=-5', size - 5, size - 1],
        [`bytes=-${size * 5}`, 0, size - 1],
        [`bytes=10-${size * 5}`, 10, size - 1],
        [`bytes=${size - 1}-${size - 1}`, size - 1, size - 1],
      ];
      for (const [range, start, end] of parts) {
        const reply = await call({ range });
        expect([range, reply.status, contractProblem(`GET ${route}`, reply)]).toEqual([
          range,
          206,
          undefined,
        ]);
        expect(reply.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
        expect(reply.headers.get('content-length')).toBe(String(end - start + 1));
        expect(reply.headers.get('content-digest')).toBeNull();
        expect(reply.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
      }
    });

    it('comes whole for what names no single part, or the part of another file', async () => {
      const { bytes, etag } = await whole();
      for (const range of ['bytes=0-1,5-9', 'bytes=5-1', 'bytes=x-y', 'pages=1-2']) {
        const reply = await call({ range });
        expect([range, reply.status, reply.bytes.equals(bytes)]).toEqual([range, 200, true]);
        expect(reply.headers.get('accept-ranges')).toBe('bytes');
        expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      }
      const range = 'bytes=0-9';
      expect((await call({ range, 'if-range': etag })).status).toBe(206);
      const other = await call({ range, 'if-range': '"other"' });
      expect([other.status, other.bytes.equals(bytes)]).toEqual([200, true]);
    });

    it('is refused for a range beyond its end', async () => {
      const { bytes } = await whole();
      const reply = await call({ range: `bytes=${bytes.length}-` });
      expect(reply).toMatchObject({ status: 416, body: { error: outsideCode } });
      expect(reply.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
      expect(contractProblem(`GET ${route}`, reply)).toBeUndefined();
    });

    it('has no body for HEAD, and no parts', async () => {
      const { bytes } = await whole();
      const ranges: Record<string, string>[] = [
        {},
        { range: 'bytes=0-9' },
        { range: `bytes=${bytes.length}-` },
      ];
      for (const headers of ranges) {
        const reply = await call(headers, 'HEAD');
        expect([reply.status, reply.bytes.length]).toEqual([200, 0]);
        expect(reply.headers.get('content-length')).toBe(String(bytes.length));
      }
    });

    it('is not sent again to a reader that has it, whatever range it asks for', async () => {
      const { bytes, etag } = await whole();
      const range = `bytes=${bytes.length}-`;
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const reply = await call({ 'if-none-match': known, range }, method);
          expect([known, method, reply.status, reply.bytes.length]).toEqual([known, method, 304, 0]);
          expect(reply.headers.get('etag')).toBe(etag);
        }
      }
      expect((await call({ 'if-none-match': '"other"' })).status).toBe(200);
    });
  });
});
