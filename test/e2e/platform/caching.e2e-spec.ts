import { ProbeModule } from '../../support/probe.module.js';
import { TestApp } from '../../support/test-app.js';

describe('public caching', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({}, { modules: [ProbeModule] });
  });
  afterAll(() => app.stop());

  it('sends a strong tag and a public lifetime, and 304 to a caller who has the body already', async () => {
    const first = await app.api.get('/probe/cached');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    expect(first.body).toEqual({ name: 'nobody', filler: 'x' });
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await app.api.get('/probe/cached', { headers: { 'If-None-Match': known } });
      expect([known, again.status, again.bytes.length]).toEqual([known, 304, 0]);
      expect(again.headers.get('cache-control')).toBe('public, max-age=60');
    }
    const other = await app.api.get('/probe/cached', { headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it('gives another body another tag', async () => {
    const ada = await app.api.get('/probe/cached?name=ada');
    const bob = await app.api.get('/probe/cached?name=bob');
    expect(ada.headers.get('etag')).not.toBe(bob.headers.get('etag'));
  });

  it('gives the compressed form a tag of its own, which is recognised too', async () => {
    const plain = await app.api.get('/probe/cached?name=large', {
      headers: { 'Accept-Encoding': 'identity' },
    });
    const packed = await app.api.get('/probe/cached?name=large', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.body).toEqual(plain.body);
    const tag = packed.headers.get('etag') ?? '';
    expect(tag).toBe(plain.headers.get('etag')?.replace(/"$/, '-gzip"'));
    const again = await app.api.get('/probe/cached?name=large', {
      headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': tag },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(tag);
  });

  it('keeps replies to a token out of shared caches', async () => {
    const reply = await app.api.as(await app.caller()).get('/probe/cached');
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('vary')).toContain('Authorization');
  });

  it('answers HEAD with the same headers and no body', async () => {
    const head = await app.api.call('HEAD', '/probe/cached');
    expect(head.bytes.length).toBe(0);
    expect(head.headers.get('etag')).toBe((await app.api.get('/probe/cached')).headers.get('etag'));
  });
});
