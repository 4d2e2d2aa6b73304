import { ProbeModule } from '../../support/probe.module.js';
import { TestApp } from '../../support/test-app.js';

const COMPRESSED = { headers: { 'Accept-Encoding': 'gzip, br' } };

describe('headers, compression and cross-origin calls', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start(
      { CORS_ORIGINS: 'https://studio.example,https://shop.example', BASE_URL: 'https://api.example' },
      { modules: [ProbeModule] },
    );
  });
  afterAll(() => app.stop());

  it('sends security headers with replies and errors alike, and never tells what serves them', async () => {
    for (const target of ['/probe/items/1', '/nowhere', '/users']) {
      const { headers } = await app.api.get(target);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('etag')).toBeNull();
    }
  });

  it('leads a browser at the bare address to the console, and a program to the documents', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const browser = await app.api.get('/', { headers: { Accept: accept } });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/console']);
    expect(browser.headers.get('vary')).toContain('Accept');
    const program = await app.api.get('/');
    expect(program.status).toBe(200);
    expect(program.body).toMatchObject({
      documentation: 'https://api.example/docs',
      console: 'https://api.example/console',
    });
    expect(program.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('serves the console at every path below /console, each time with another value for its styles', async () => {
    const nonces = [];
    for (const target of ['/console', '/console/registry/some.node/1.0.0']) {
      const page = await app.api.get(target);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self' 'nonce-[\w-]{22}';/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      const html = page.bytes.toString();
      expect(html).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
      expect(html).not.toMatch(/(?:src|href)="(?!\/)|<script(?![^>]*\bsrc=)|<style/);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(2);
  });

  it('serves the files of the console compressed, and for ever where their names hold a hash', async () => {
    const html = (await app.api.get('/console')).bytes.toString();
    const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const built = await app.api.get(script, COMPRESSED);
    expect(built.status).toBe(200);
    expect(built.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(built.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
    expect((await app.api.get('/console/color-scheme.js')).headers.get('cache-control')).toBe('no-cache');
    expect((await app.api.get('/console/assets/of-an-older-build.js')).status).toBe(404);
  });

  it('serves /docs with a policy that allows its own files and nothing of other hosts', async () => {
    const page = await app.api.get('/docs');
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/https?:|upgrade-insecure/);
    const html = page.bytes.toString();
    expect(html).not.toMatch(/(?:src|href)="https?:/);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
    const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, source]) => source ?? '');
    expect(scripts.length).toBeGreaterThan(1);
    for (const source of scripts) {
      const script = await app.api.get(
        new URL(source, `${app.api.baseUrl}/docs/`).pathname.replace('/docs/docs', '/docs'),
      );
      expect([source, script.status]).toEqual([source, 200]);
      expect(script.headers.get('content-type')).toContain('javascript');
    }
  });

  it('serves the files of /docs compressed and cached, and the pictures that operations answer', async () => {
    const bundle = await app.api.get('/docs/swagger-ui-bundle.js', COMPRESSED);
    expect(bundle.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
    expect(bundle.headers.get('cache-control')).toBe('public, max-age=86400');
    for (const path of ['/docs', '/docs/swagger-ui-init.js'])
      expect((await app.api.get(path)).headers.get('cache-control')).toBe('no-cache');
    const policy = bundle.headers.get('content-security-policy');
    expect(policy).toContain("img-src 'self' data: blob:");
    expect(policy).toContain("media-src 'self' blob:");
  });

  it.each([
    ...['/openapi.json', '/openapi.yaml', '/openapi-admin.json', '/openapi-admin.yaml'],
    ...['/docs', '/docs/swagger-ui-init.js'],
  ])('sends %s once to a reader who names its tag', async (path) => {
    const first = await app.api.get(path);
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const tag = first.headers.get('etag') ?? '';
    const again = await app.api.get(path, { headers: { 'If-None-Match': tag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('has an icon for browsers that ask for it at the root', async () => {
    const moved = await app.api.get('/favicon.ico');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/console/icon.svg']);
    const icon = await app.api.get('/favicon.ico', { redirect: 'follow' });
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('passes over a mark of the byte order before JSON', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await app.api.post('/probe/echo', undefined, { headers, raw: '\ufeff{"text":"x"}' });
    expect(reply.body).toMatchObject({ chars: 1 });
  });

  it('compresses larger JSON and leaves small replies and streams of lines alone', async () => {
    const large = await app.api.get('/probe/cached?name=large', COMPRESSED);
    expect(large.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
    expect(large.headers.get('vary')).toContain('Accept-Encoding');
    expect((await app.api.get('/probe/items/1', COMPRESSED)).headers.get('content-encoding')).toBeNull();
    const lines = await app.api.get('/probe/lines', COMPRESSED);
    expect(lines.headers.get('content-encoding')).toBeNull();
    expect(lines.bytes.toString()).toContain('{"last":true}\n');
  });

  it('lets pages of the listed origins call, and shows them our headers', async () => {
    const reply = await app.api.get('/probe/items/1', { headers: { Origin: 'https://shop.example' } });
    expect(reply.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    const exposed = reply.headers.get('access-control-expose-headers') ?? '';
    for (const name of [
      'X-Request-Id',
      'RateLimit',
      'Retry-After',
      'X-Ignored-Fields',
      'Idempotent-Replayed',
      'ETag',
    ]) {
      expect(exposed.split(',')).toContain(name);
    }
    const stranger = await app.api.get('/probe/items/1', { headers: { Origin: 'https://evil.example' } });
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers the question before a call with a token and a key', async () => {
    const reply = await app.api.call('OPTIONS', '/users', undefined, {
      headers: {
        Origin: 'https://studio.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization, idempotency-key',
      },
    });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(reply.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('sends no HSTS and no CORS headers by default', async () => {
    const plain = await TestApp.start();
    const { headers } = await plain.api.get('/nowhere', { headers: { Origin: 'https://shop.example' } });
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
    await plain.stop();
  });
});
