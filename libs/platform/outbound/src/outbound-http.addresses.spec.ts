import type { IncomingMessage, RequestListener } from 'node:http';
import { inspect } from 'node:util';
import {
  OutboundError,
  OutboundHttp,
  type OutboundHttpOptions,
  type TrustUrl,
} from '#libs/platform/outbound';
import { type LoopbackServer, startHttp } from '../../../../test/support/loopback-server.js';

/** In these tests 127.0.0.1 plays the public internet and every other address a private network. */
const addressPolicy = (address: string) => (address === '127.0.0.1' ? undefined : 'private');

describe('OutboundHttp, where a call may go', () => {
  const open: { close: () => Promise<unknown> }[] = [];

  async function serve(
    listener: RequestListener,
    host?: string,
  ): Promise<LoopbackServer & { seen: IncomingMessage[] }> {
    const seen: IncomingMessage[] = [];
    const server = await startHttp(
      (request, response) => {
        seen.push(request);
        listener(request, response);
      },
      undefined,
      host,
    );
    open.push(server);
    return { ...server, seen };
  }

  function client(options: Partial<OutboundHttpOptions> = {}): OutboundHttp {
    const http = new OutboundHttp({
      version: '1.2.3',
      addressPolicy,
      resolve: () => Promise.resolve(['127.0.0.1']),
      ...options,
    });
    open.push({ close: () => http.onApplicationShutdown() });
    return http;
  }

  const get = (http: OutboundHttp, url: string, trustUrl: TrustUrl = 'caller') =>
    http.downloadBuffer({ url, trustUrl, maxBytes: 1_000 }).then(({ content }) => content.toString());

  afterEach(async () => {
    await Promise.all(open.splice(0).map((item) => item.close()));
  });

  it('connects to the resolved address and keeps the name in Host', async () => {
    const server = await serve((_request, response) => response.end('hello'));
    const asked: string[] = [];
    const http = client({
      resolve: (name) => {
        asked.push(name);
        return Promise.resolve(['127.0.0.1']);
      },
    });
    await expect(get(http, `http://pictures.example.com:${server.port}/a?b=c#d`)).resolves.toBe('hello');
    expect(asked).toEqual(['pictures.example.com']);
    expect(server.seen[0]?.url).toBe('/a?b=c');
    expect(server.seen[0]?.headers).toMatchObject({
      host: `pictures.example.com:${server.port}`,
      'user-agent': 'Atelier/1.2.3',
      'accept-encoding': 'identity',
    });
  });

  it('refuses a name with one private address among public ones, without connecting to any', async () => {
    const server = await serve((_request, response) => response.end());
    const http = client({ resolve: () => Promise.resolve(['127.0.0.1', '10.0.0.7']) });
    await expect(get(http, `http://pictures.example.com:${server.port}/`)).rejects.toMatchObject({
      code: 'address_refused',
      retryable: false,
      mayHaveArrived: false,
    });
    expect(server.connections()).toBe(0);
  });

  it.each([
    '169.254.169.254',
    '10.0.0.1',
    '127.0.0.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    '::ffff:192.168.0.1',
    '64:ff9b::7f00:1',
  ])('by its built-in rule refuses a name that resolves to %s', async (address) => {
    const server = await serve((_request, response) => response.end());
    const http = client({ addressPolicy: undefined, resolve: () => Promise.resolve([address]) });
    await expect(get(http, `http://pictures.example.com:${server.port}/`)).rejects.toMatchObject({
      code: 'address_refused',
    });
    expect(server.connections()).toBe(0);
  });

  it('cannot be rebound: one answer is checked and used, and a later connection is checked again', async () => {
    const open = await serve((_request, response) => response.setHeader('connection', 'close').end('public'));
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    let asked = 0;
    const http = client({ resolve: () => Promise.resolve(answers[asked++] ?? []) });
    const url = `http://rebind.example.com:${open.port}/`;
    await expect(get(http, url)).resolves.toBe('public');
    expect(asked).toBe(1);
    await expect(get(http, url)).rejects.toMatchObject({ code: 'address_refused' });
    expect(asked).toBe(2);
    expect(open.connections()).toBe(1);
  });

  it('does not reuse a connection that a trusted call has opened to a private address', async () => {
    const server = await serve((_request, response) => response.end('internal'));
    const http = client({ addressPolicy: () => 'private' });
    const url = `http://service.example.com:${server.port}/`;
    await expect(get(http, url, 'configured')).resolves.toBe('internal');
    await expect(get(http, url, 'caller')).rejects.toMatchObject({ code: 'address_refused' });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    'http://127.0.0.2/',
    'http://0x7f000002/',
    'http://2130706434/',
    'http://0177.0.0.2/',
    'http://127.2/',
    'http://127.0.0.2./',
    'http://[::1]/',
    'http://localhost/',
    'http://localhost./',
    'http://a.internal/',
    'http://a.local/',
    'http://redis/',
  ])('refuses %s without looking it up', async (url) => {
    let asked = 0;
    const http = client({
      resolve: () => {
        asked += 1;
        return Promise.resolve(['127.0.0.1']);
      },
    });
    await expect(get(http, url)).rejects.toMatchObject({ code: 'address_refused' });
    expect(asked).toBe(0);
  });

  it.each([
    'ftp://example.com/',
    'http://user:secret@example.com/',
    'http://example.com:25/',
    'file:///etc/passwd',
    'nonsense',
  ])('refuses the form of %s for every trust', async (url) => {
    for (const trustUrl of ['caller', 'from-response', 'configured'] as const) {
      await expect(get(client(), url, trustUrl)).rejects.toMatchObject({ code: 'url_refused' });
    }
  });

  it('refuses http where only https is allowed', async () => {
    const call = client().downloadBuffer({
      url: 'http://example.com/',
      trustUrl: 'caller',
      schemes: ['https'],
      maxBytes: 10,
    });
    await expect(call).rejects.toMatchObject({ code: 'url_refused' });
  });

  it('treats a final dot as the same host', async () => {
    const server = await serve((_request, response) => response.end('dot'));
    await expect(get(client(), `http://pictures.example.com.:${server.port}/`)).resolves.toBe('dot');
    expect(server.seen[0]?.headers.host).toBe(`pictures.example.com:${server.port}`);
  });

  it('reaches private addresses by configuration, and for callers only where that is switched on', async () => {
    const server = await serve((_request, response) => response.end('inside'));
    const url = `http://127.0.0.1:${server.port}/`;
    const strict = client({ addressPolicy: undefined });
    await expect(get(strict, url, 'configured')).resolves.toBe('inside');
    await expect(get(strict, url, 'from-response')).rejects.toMatchObject({ code: 'address_refused' });
    await expect(get(strict, url, 'caller')).rejects.toMatchObject({ code: 'address_refused' });
    const lenient = client({ addressPolicy: undefined, allowPrivateNetworks: true });
    await expect(get(lenient, url, 'caller')).resolves.toBe('inside');
    expect(strict.checkCallerUrl(url)).toContain('public internet');
    expect(lenient.checkCallerUrl(url)).toBeUndefined();
    expect(lenient.checkCallerUrl(url, { schemes: ['https'] })).toContain('https://');
  });

  it('looks localhost up in the operating system where private networks are allowed', async () => {
    const server = await serve((_request, response) => response.end('inside'));
    const http = client({ addressPolicy: undefined, allowPrivateNetworks: true, resolve: undefined });
    await expect(get(http, `http://localhost:${server.port}/`)).resolves.toBe('inside');
  });

  it('tries the next address when one does not answer', async () => {
    const server = await serve((_request, response) => response.end('second'));
    const http = client({
      addressPolicy: () => undefined,
      resolve: () => Promise.resolve(['127.0.0.9', '::1', '127.0.0.1']),
    });
    await expect(get(http, `http://pictures.example.com:${server.port}/`)).resolves.toBe('second');
  });

  it.each([
    ['ENOTFOUND', false],
    ['ENODATA', false],
    ['ESERVFAIL', true],
    ['ETIMEOUT', true],
  ])('reports a failed name resolution with %s', async (code, retryable) => {
    const http = client({
      resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo x'), { code })),
    });
    await expect(get(http, 'http://pictures.example.com/')).rejects.toMatchObject({
      code: 'dns_failed',
      reason: code,
      retryable,
      mayHaveArrived: false,
    });
  });

  it('reports a name without addresses', async () => {
    const http = client({ resolve: () => Promise.resolve([]) });
    await expect(get(http, 'http://pictures.example.com/')).rejects.toMatchObject({ code: 'dns_failed' });
  });

  it('reports a closed port as retryable and surely not arrived', async () => {
    const server = await serve((_request, response) => response.end());
    await server.close();
    await expect(get(client(), `http://pictures.example.com:${server.port}/`)).rejects.toMatchObject({
      code: 'connection_failed',
      reason: 'ECONNREFUSED',
      retryable: true,
      mayHaveArrived: false,
    });
  });

  it('ignores proxies that the environment names', async () => {
    const proxy = await serve((_request, response) => response.end('proxy'));
    const server = await serve((_request, response) => response.end('direct'));
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names)
      process.env[name] = name.endsWith('ENV_PROXY') ? '1' : `http://127.0.0.1:${proxy.port}`;
    try {
      await expect(get(client(), `http://pictures.example.com:${server.port}/`)).resolves.toBe('direct');
    } finally {
      for (const name of names) delete process.env[name];
    }
    expect(proxy.connections()).toBe(0);
  });

  it('names no host, address, query or secret in an error, however it is printed', async () => {
    const http = client({ resolve: () => Promise.resolve(['10.20.30.40']) });
    const error: unknown = await get(http, 'http://hidden.example.com/p4th?key=s3cret').catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OutboundError);
    for (const text of [String(error), inspect(error), JSON.stringify(error)]) {
      expect(text).not.toMatch(/10\.20|hidden|p4th|s3cret/);
    }
  });

  it('keeps connections alive, and at most the configured number of them', async () => {
    const server = await serve((_request, response) => setTimeout(() => response.end('ok'), 5));
    const http = client({ connectionsPerOrigin: 2 });
    const url = `http://pictures.example.com:${server.port}/`;
    await Promise.all(Array.from({ length: 8 }, () => get(http, url)));
    await get(http, url);
    expect(server.seen).toHaveLength(9);
    expect(server.connections()).toBe(2);
  });

  it('closes its connections at shutdown and fails what is running', async () => {
    const server = await serve(() => undefined);
    const http = client();
    const call = get(http, `http://pictures.example.com:${server.port}/`);
    while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await Promise.all([
      expect(call).rejects.toMatchObject({ code: 'connection_failed' }),
      http.onApplicationShutdown(),
    ]);
  });
});
