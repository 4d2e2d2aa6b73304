import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type DownloadCall, OutboundHttp } from '#libs/platform/outbound';
import { type LoopbackServer, startHttp, startRaw } from '../../../../test/support/loopback-server.js';

const MEBIBYTE = 1_024 * 1_024;

describe('OutboundHttp, sizes and times', () => {
  const servers: LoopbackServer[] = [];
  const http = new OutboundHttp({
    version: '1',
    addressPolicy: () => undefined,
    resolve: () => Promise.resolve(['127.0.0.1']),
  });

  async function started(server: Promise<LoopbackServer>): Promise<LoopbackServer & { url: string }> {
    const running = await server;
    servers.push(running);
    return { ...running, url: `http://pictures.example.com:${running.port}/` };
  }
  const serve = (listener: RequestListener) => started(startHttp(listener));
  const raw = (answer: (socket: Socket, head: string) => void) => started(startRaw(answer));
  const get = (url: string, call: Partial<DownloadCall> = {}) =>
    http.downloadBuffer({ url, trustUrl: 'caller', maxBytes: 1_000, ...call });

  /** Waits until the server has lost its connections, which shows that nothing is left behind. */
  async function abandoned(server: LoopbackServer): Promise<void> {
    while (server.openConnections() > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  afterAll(() => http.onApplicationShutdown());

  describe('sizes', () => {
    it('takes a body of exactly the limit and refuses one byte more, announced or not', async () => {
      const server = await serve((request, response) => {
        const body = Buffer.alloc(Number(request.url?.slice(2)), 'x');
        if (request.url?.[1] === 'l') response.setHeader('content-length', body.byteLength);
        else response.write(body.subarray(0, 1));
        response.end(request.url?.[1] === 'l' ? body : body.subarray(1));
      });
      for (const kind of ['l', 'c']) {
        const taken = await get(`${server.url}${kind}1000`);
        expect(taken.content.byteLength).toBe(1_000);
        await expect(get(`${server.url}${kind}1001`)).rejects.toMatchObject({
          code: 'too_large',
          retryable: false,
        });
      }
    });

    it('refuses by Content-Length before any byte of the body', async () => {
      const server = await raw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n'));
      await expect(get(server.url)).rejects.toMatchObject({ code: 'too_large' });
      await abandoned(server);
    });

    it('stops an endless body and closes its connection', async () => {
      const server = await serve((_request, response) => {
        const part = Buffer.alloc(16 * 1_024);
        const more = (): void => {
          while (!response.destroyed && response.write(part));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      });
      await expect(get(server.url, { maxBytes: MEBIBYTE })).rejects.toMatchObject({ code: 'too_large' });
      await abandoned(server);
    });

    it.each([
      ['gzip', gzipSync],
      ['x-gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['zstd', zstdCompressSync],
    ])('unpacks %s, and stops a bomb in it at the limit', async (encoding, compress) => {
      const server = await serve((request, response) => {
        const plain =
          request.url === '/bomb' ? Buffer.alloc(16 * MEBIBYTE) : Buffer.from('hello '.repeat(100));
        response.writeHead(200, { 'content-encoding': encoding }).end(compress(plain));
      });
      const small = await get(server.url);
      expect(small.content.toString()).toBe('hello '.repeat(100));
      await expect(get(`${server.url}bomb`, { maxBytes: MEBIBYTE })).rejects.toMatchObject({
        code: 'too_large',
      });
    });

    it('counts compressed bytes too, so that endless empty parts end', async () => {
      const empty = gzipSync(Buffer.alloc(0));
      const server = await serve((_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.concat(Array<Buffer>(100).fill(empty))));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      });
      await expect(get(server.url)).rejects.toMatchObject({ code: 'too_large' });
      await abandoned(server);
    });

    it.each([
      ['an unknown compression', 'compress', Buffer.from('x')],
      ['two compressions at once', 'gzip, gzip', gzipSync(gzipSync('x'))],
      ['a name from the prototype', 'constructor', Buffer.from('x')],
      ['what is not compressed', 'gzip', Buffer.from('plain text')],
      ['half of a compressed body', 'gzip', gzipSync(Buffer.alloc(5_000, 'abcdefg')).subarray(0, 30)],
    ])('refuses %s', async (_what, encoding, body) => {
      const server = await serve((_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(body),
      );
      await expect(get(server.url)).rejects.toMatchObject({ code: 'bad_reply' });
    });
  });

  describe('times', () => {
    it('ends a server that never answers', async () => {
      const server = await raw(() => undefined);
      await expect(get(server.url, { headersTimeoutMs: 30 })).rejects.toMatchObject({
        code: 'timeout',
        retryable: true,
        mayHaveArrived: true,
      });
      await abandoned(server);
    });

    it('ends headers that come drop by drop', async () => {
      const server = await raw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
        const timer = setInterval(() => socket.write('a'), 5);
        socket.on('close', () => clearInterval(timer));
      });
      await expect(get(server.url, { headersTimeoutMs: 60 })).rejects.toMatchObject({ code: 'timeout' });
      await abandoned(server);
    });

    it('ends a stream of interim answers', async () => {
      const server = await raw((socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 5);
        socket.on('close', () => clearInterval(timer));
      });
      await expect(get(server.url, { headersTimeoutMs: 60 })).rejects.toMatchObject({ code: 'timeout' });
    });

    it('ends a body that stops', async () => {
      const server = await serve((_request, response) => void response.write('part'));
      await expect(get(server.url, { idleTimeoutMs: 30 })).rejects.toMatchObject({ code: 'timeout' });
      await abandoned(server);
    });

    it('ends a compressed body that stops', async () => {
      const server = await serve((_request, response) => {
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .write(gzipSync('x'.repeat(500)).subarray(0, 15));
      });
      await expect(get(server.url, { idleTimeoutMs: 30 })).rejects.toMatchObject({ code: 'timeout' });
      await abandoned(server);
    });

    it('ends a body that drips for longer than the whole call may last', async () => {
      const server = await serve((_request, response) => {
        const timer = setInterval(() => response.write('a'), 5);
        response.on('close', () => clearInterval(timer));
      });
      await expect(get(server.url, { timeoutMs: 80 })).rejects.toMatchObject({ code: 'timeout' });
      await abandoned(server);
    });

    it('counts redirects into the total', async () => {
      const server = await serve((_request, response) => {
        setTimeout(() => response.writeHead(302, { location: '/' }).end(), 40);
      });
      await expect(get(server.url, { timeoutMs: 60 })).rejects.toMatchObject({ code: 'timeout' });
    });

    it('ends a name resolution that never comes back', async () => {
      const lost = new OutboundHttp({
        version: '1',
        resolve: () => new Promise(() => undefined),
        connectTimeoutMs: 500,
      });
      const call = lost.getJson({ url: 'http://pictures.example.com/', trustUrl: 'caller', timeoutMs: 30 });
      await expect(call).rejects.toMatchObject({ code: 'timeout' });
      await lost.onApplicationShutdown();
    });

    it('ends a call that waits in vain for a free connection', async () => {
      const server = await raw(() => undefined);
      const narrow = new OutboundHttp({
        version: '1',
        connectionsPerOrigin: 1,
        addressPolicy: () => undefined,
        resolve: () => Promise.resolve(['127.0.0.1']),
      });
      const first = narrow.getJson({ url: server.url, trustUrl: 'caller', timeoutMs: 5_000 });
      const second = narrow.getJson({ url: server.url, trustUrl: 'caller', timeoutMs: 30 });
      await expect(second).rejects.toMatchObject({ code: 'timeout' });
      await Promise.all([
        expect(first).rejects.toMatchObject({ code: 'connection_failed' }),
        narrow.onApplicationShutdown(),
      ]);
    });

    it('ends a handshake that never finishes', async () => {
      const server = await started(startRaw(() => undefined));
      const quick = new OutboundHttp({
        version: '1',
        connectTimeoutMs: 50,
        addressPolicy: () => undefined,
        resolve: () => Promise.resolve(['127.0.0.1']),
      });
      const url = server.url.replace('http:', 'https:');
      await expect(quick.getJson({ url, trustUrl: 'caller' })).rejects.toMatchObject({
        code: 'timeout',
        mayHaveArrived: false,
      });
      await quick.onApplicationShutdown();
    });

    it('stops at the caller’s signal before, during and after the headers', async () => {
      const silent = await raw(() => undefined);
      const stalled = await serve((_request, response) => void response.write('part'));
      await expect(get(silent.url, { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'aborted',
      });
      for (const server of [silent, stalled]) {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 30);
        await expect(get(server.url, { signal: controller.signal })).rejects.toMatchObject({
          code: 'aborted',
          retryable: false,
        });
        await abandoned(server);
      }
    });
  });
});
