import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { OutboundHttp, type OutboundRequest } from '#libs/platform/outbound';
import { type LoopbackServer, startHttp } from '../../../../test/support/loopback-server.js';

const fixture = (name: string) => readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), 'utf8');
const tls = { key: fixture('server-key.pem'), cert: fixture('server-cert.pem') };

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

describe('OutboundHttp, redirects and credentials', () => {
  const servers: LoopbackServer[] = [];
  /** Public names on 127.0.0.1; `private.example.com` resolves to a private address. */
  const http = new OutboundHttp({
    version: '1.2.3',
    ca: [tls.cert],
    addressPolicy: (address) => (address === '127.0.0.1' ? undefined : 'private'),
    resolve: (name) => Promise.resolve([name === 'private.example.com' ? '127.0.0.2' : '127.0.0.1']),
  });

  async function serve(
    listener: RequestListener,
    secure = false,
  ): Promise<LoopbackServer & { seen: Seen[] }> {
    const seen: Seen[] = [];
    const server = await startHttp(
      (request, response) => {
        let body = '';
        request.on('data', (part: Buffer) => (body += part.toString()));
        request.on('end', () => {
          seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
          listener(request, response);
        });
      },
      secure ? tls : undefined,
    );
    servers.push(server);
    return { ...server, seen };
  }

  const redirectTo =
    (location: string, status = 302): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { location }).end('moved');

  async function send(
    request: Partial<OutboundRequest> & { url: string },
  ): Promise<{ status: number; text: string }> {
    const reply = await http.request({ trustUrl: 'caller', maxBytes: 1_000, ...request });
    return { status: reply.status, text: (await reply.bytes()).toString() };
  }

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  afterAll(() => http.onApplicationShutdown());

  it.each([301, 302, 303, 307, 308])('follows %d for a GET, relative targets included', async (status) => {
    const server = await serve((request, response) =>
      request.url === '/a/start'
        ? redirectTo('../end?x=1#y', status)(request, response)
        : void response.end('arrived'),
    );
    await expect(send({ url: `http://pictures.example.com:${server.port}/a/start` })).resolves.toEqual({
      status: 200,
      text: 'arrived',
    });
    expect(server.seen.map(({ url }) => url)).toEqual(['/a/start', '/end?x=1']);
  });

  it('follows three redirects and no fourth', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('arrived');
      else redirectTo(`/${left - 1}`)(request, response);
    });
    const url = `http://pictures.example.com:${server.port}`;
    await expect(send({ url: `${url}/3` })).resolves.toMatchObject({ text: 'arrived' });
    await expect(send({ url: `${url}/4` })).rejects.toMatchObject({
      code: 'too_many_redirects',
      retryable: false,
    });
    expect(server.seen.at(-1)?.url).toBe('/1');
  });

  it('ends a loop', async () => {
    const server = await serve((request, response) => redirectTo(request.url ?? '/')(request, response));
    await expect(send({ url: `http://pictures.example.com:${server.port}/x` })).rejects.toMatchObject({
      code: 'too_many_redirects',
    });
    expect(server.seen).toHaveLength(4);
  });

  it.each([
    ['http://private.example.com:PORT/', 'address_refused'],
    ['http://127.0.0.2:PORT/', 'address_refused'],
    ['http://0x7f000002:PORT/', 'address_refused'],
    ['http://[::1]:PORT/', 'address_refused'],
    ['http://localhost:PORT/', 'address_refused'],
    ['//169.254.169.254/latest/meta-data/', 'address_refused'],
    ['http://pictures.example.com:22/', 'url_refused'],
    ['http://user:pass@pictures.example.com:PORT/', 'url_refused'],
    ['ftp://pictures.example.com/', 'url_refused'],
    ['file:///etc/passwd', 'url_refused'],
    ['http://', 'bad_reply'],
  ])('checks the target of a redirect: %s', async (location, code) => {
    const target = await serve((_request, response) => response.end('internal'));
    const server = await serve((request, response) =>
      redirectTo(location.replace('PORT', String(target.port)))(request, response),
    );
    for (const trustUrl of ['caller', 'from-response', 'configured'] as const) {
      const url = `http://pictures.example.com:${server.port}/`;
      await expect(send({ url, trustUrl })).rejects.toMatchObject({ code });
    }
    expect(target.seen).toHaveLength(0);
  });

  it('checks the last hop as strictly as the first', async () => {
    const server = await serve((request, response) =>
      redirectTo(request.url === '/1' ? '/2' : 'http://private.example.com/')(request, response),
    );
    await expect(send({ url: `http://pictures.example.com:${server.port}/1` })).rejects.toMatchObject({
      code: 'address_refused',
    });
  });

  it('never falls from https to http', async () => {
    const plain = await serve((_request, response) => response.end('plain'));
    const secure = await serve(redirectTo(`http://pictures.example.com:${plain.port}/`), true);
    await expect(send({ url: `https://pictures.example.com:${secure.port}/` })).rejects.toMatchObject({
      code: 'url_refused',
    });
    expect(plain.seen).toHaveLength(0);
  });

  it('applies the allowed schemes to each hop', async () => {
    const server = await serve(redirectTo('http://pictures.example.com/'), true);
    await expect(
      send({ url: `https://pictures.example.com:${server.port}/`, schemes: ['https'] }),
    ).rejects.toMatchObject({ code: 'url_refused' });
  });

  it.each([307, 308])('repeats a POST with its body on %d', async (status) => {
    const server = await serve((request, response) =>
      request.url === '/1' ? redirectTo('/2', status)(request, response) : void response.end('done'),
    );
    for (const body of ['payload', Buffer.from('payload'), () => streamed('pay', 'load')]) {
      server.seen.length = 0;
      const url = `http://pictures.example.com:${server.port}/1`;
      await expect(send({ url, method: 'POST', body })).resolves.toMatchObject({ text: 'done' });
      expect(server.seen).toMatchObject([
        { method: 'POST', url: '/1', body: 'payload' },
        { method: 'POST', url: '/2', body: 'payload' },
      ]);
    }
  });

  it.each([301, 302, 303])(
    'returns %d as the answer to a POST, so that no delivery is lost in a GET',
    async (status) => {
      const server = await serve(redirectTo('/2', status));
      const url = `http://pictures.example.com:${server.port}/1`;
      await expect(send({ url, method: 'POST', body: 'payload' })).resolves.toEqual({
        status,
        text: 'moved',
      });
      expect(server.seen).toHaveLength(1);
      await expect(http.postJson({ url, trustUrl: 'caller', json: {} })).rejects.toMatchObject({
        code: 'bad_status',
        status,
        retryable: false,
      });
    },
  );

  it('sends a configured POST to no other origin', async () => {
    const other = await serve((_request, response) => response.end('other'));
    const server = await serve(redirectTo(`http://other.example.com:${other.port}/`, 307));
    const url = `http://vendor.example.com:${server.port}/`;
    await expect(send({ url, trustUrl: 'configured', method: 'POST', body: 'x' })).resolves.toMatchObject({
      status: 307,
    });
    expect(other.seen).toHaveLength(0);
  });

  it('returns 300, 304 and a redirect without a target unchanged', async () => {
    for (const status of [300, 304, 302]) {
      const server = await serve((_request, response) => response.writeHead(status).end());
      const url = `http://pictures.example.com:${server.port}/`;
      await expect(send({ url })).resolves.toMatchObject({ status });
    }
  });

  it('gives credentials to their origin and to no other', async () => {
    const other = await serve((_request, response) => response.end('picture'));
    const vendor = await serve((request, response) => {
      if (request.url === '/away') redirectTo(`http://cdn.example.com:${other.port}/p`)(request, response);
      else if (request.url === '/around') redirectTo('/here')(request, response);
      else response.end('here');
    });
    const origin = `http://vendor.example.com:${vendor.port}`;
    const credentials = {
      origin: `${origin}/v1/base`,
      headers: { Authorization: 'Token k3y', 'X-Vendor-Key': 'k3y' },
    };
    const headers = { 'x-trace': 't' };
    for (const trustUrl of ['configured', 'from-response'] as const) {
      for (const path of ['/here', '/around', '/away']) {
        await send({ url: origin + path, trustUrl, credentials, headers });
      }
      await send({ url: `http://cdn.example.com:${other.port}/q`, trustUrl, credentials, headers });
    }
    // The same host under another name, or another port, is another origin.
    await send({
      url: `http://pictures.example.com:${vendor.port}/here`,
      trustUrl: 'from-response',
      credentials,
    });
    const keys = (seen: Seen[]) =>
      seen.map(({ headers: sent }) => [sent.authorization, sent['x-vendor-key']].join());
    expect(keys(vendor.seen)).toEqual([...Array<string>(8).fill('Token k3y,k3y'), ',']);
    expect(keys(other.seen)).toEqual(Array<string>(4).fill(','));
    expect(other.seen.every(({ headers: sent }) => sent['x-trace'] === 't')).toBe(true);
  });

  it('does not send https credentials to the same host in plain text', async () => {
    const plain = await serve((_request, response) => response.end());
    const credentials = {
      origin: `https://vendor.example.com:${plain.port}`,
      headers: { authorization: 'Bearer k3y' },
    };
    await send({ url: `http://vendor.example.com:${plain.port}/`, trustUrl: 'from-response', credentials });
    expect(plain.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('follows a vendor’s own status URL on a private origin, and no other private URL', async () => {
    const vendor = await serve((_request, response) => response.end('{"status":"done"}'));
    const other = await serve((_request, response) => response.end('{}'));
    const credentials = {
      origin: `http://private.example.com:${vendor.port}`,
      headers: { authorization: 'k3y' },
    };
    const resolving = new OutboundHttp({ version: '1', resolve: () => Promise.resolve(['127.0.0.1']) });
    const check = (port: number) =>
      resolving.getJson({
        url: `http://private.example.com:${port}/s`,
        trustUrl: 'from-response',
        credentials,
      });
    await expect(check(vendor.port)).resolves.toEqual({ status: 'done' });
    await expect(check(other.port)).rejects.toMatchObject({ code: 'address_refused' });
    await resolving.onApplicationShutdown();
  });

  it.each(['Authorization', 'cookie', 'Proxy-Authorization', 'Host', 'Connection', 'Transfer-Encoding'])(
    'does not accept %s as an ordinary header',
    async (name) => {
      const call = send({ url: 'http://pictures.example.com/', headers: { [name]: 'x' } });
      await expect(call).rejects.toBeInstanceOf(TypeError);
    },
  );

  it('keeps the name for SNI and the certificate', async () => {
    const server = await serve((_request, response) => response.end('secret'), true);
    await expect(send({ url: `https://pictures.example.com:${server.port}/` })).resolves.toMatchObject({
      text: 'secret',
    });
  });

  it('refuses a certificate for another name, and one from an unknown authority', async () => {
    const server = await serve((_request, response) => response.end('secret'), true);
    await expect(send({ url: `https://other.example.com:${server.port}/` })).rejects.toMatchObject({
      code: 'tls_failed',
      reason: 'ERR_TLS_CERT_ALTNAME_INVALID',
      retryable: false,
      mayHaveArrived: false,
    });
    const strict = new OutboundHttp({
      version: '1',
      addressPolicy: () => undefined,
      resolve: () => Promise.resolve(['127.0.0.1']),
    });
    const call = strict.getJson({ url: `https://pictures.example.com:${server.port}/`, trustUrl: 'caller' });
    await expect(call).rejects.toMatchObject({ code: 'tls_failed' });
    await strict.onApplicationShutdown();
    expect(server.seen).toHaveLength(0);
  });

  it('reports a plain server behind an https URL', async () => {
    const server = await serve((_request, response) => response.end());
    await expect(send({ url: `https://pictures.example.com:${server.port}/` })).rejects.toMatchObject({
      code: 'tls_failed',
    });
  });
});

async function* streamed(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}
