import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DownloadCall, type OutboundError, OutboundHttp } from '#libs/platform/outbound';
import { type LoopbackServer, startHttp, startRaw } from '../../../../test/support/loopback-server.js';

const MEBIBYTE = 1_024 * 1_024;

describe('OutboundHttp, answers', () => {
  const servers: LoopbackServer[] = [];
  const now = Date.parse('2026-11-21T10:00:00Z');
  const http = new OutboundHttp({
    version: '1',
    addressPolicy: () => undefined,
    resolve: () => Promise.resolve(['127.0.0.1']),
    nowMs: () => now,
  });
  let folder: string;

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

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outbound-'));
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  afterAll(async () => {
    await http.onApplicationShutdown();
    await rm(folder, { recursive: true });
  });

  describe('broken and old answers', () => {
    it.each([
      ['HTTP/1.0 with a length', 'HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
      ['HTTP/1.0 until the end of the connection', 'HTTP/1.0 200 OK\r\n\r\nhello'],
      ['HTTP/1.1 until the end of the connection', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello'],
      ['a longer body than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more'],
    ])('reads %s', async (_what, answer) => {
      const server = await raw((socket) => socket.end(answer));
      const { content } = await get(server.url);
      expect(content.toString()).toBe('hello');
    });

    it('does not take more than announced for the next answer', async () => {
      const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil';
      let answers = 0;
      const server = await raw((socket) => {
        answers += 1;
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood${answers === 1 ? forged : ''}`);
      });
      for (let call = 0; call < 3; call += 1) {
        const text = await get(server.url).then(
          ({ content }) => content.toString(),
          (error: OutboundError) => error.code,
        );
        expect(text).not.toBe('evil');
      }
    });

    it.each([
      ['a shorter body than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello'],
      ['chunks that break off', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'],
      ['nothing at all', ''],
      ['half a head', 'HTTP/1.1 200 OK\r\nContent-'],
    ])('refuses %s', async (_what, answer) => {
      const server = await raw((socket) => socket.end(answer));
      await expect(get(server.url)).rejects.toMatchObject({
        code: expect.stringMatching(/^(connection_failed|bad_reply)$/) as string,
        retryable: true,
        mayHaveArrived: true,
      });
    });

    it.each([
      ['what is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
      [
        'a chunk size that is no number',
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n',
      ],
      ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!'],
      ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello'],
      ['too many headers', `HTTP/1.1 200 OK\r\n${'X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2_000)}\r\n`],
    ])('refuses %s', async (_what, answer) => {
      const server = await raw((socket) => socket.end(answer));
      await expect(get(server.url)).rejects.toMatchObject({ code: 'bad_reply' });
    });

    it('survives a reset in the middle', async () => {
      const server = await raw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhel', () => socket.resetAndDestroy());
      });
      await expect(get(server.url)).rejects.toMatchObject({ code: 'connection_failed', retryable: true });
    });

    it.each([
      [400, false],
      [404, false],
      [429, true],
      [500, true],
      [503, true],
    ])('reports status %d, which does not say what the server did', async (status, retryable) => {
      const server = await serve((_request, response) =>
        response.writeHead(status, { 'retry-after': 'Sat, 21 Nov 2026 10:00:42 GMT' }).end('{"code":"why"}'),
      );
      const error: unknown = await get(server.url).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'bad_status',
        status,
        retryable,
        mayHaveArrived: true,
        retryAfterSeconds: 42,
      });
      expect((error as OutboundError).replyText()).toBe('{"code":"why"}');
      expect(JSON.stringify(error)).not.toContain('why');
    });

    it('reads at most a part of an endless error page', async () => {
      const server = await serve((_request, response) => {
        response.writeHead(500).write('x'.repeat(200_000));
      });
      const error: unknown = await get(server.url, { maxBytes: MEBIBYTE }).catch((reason: unknown) => reason);
      expect((error as OutboundError).replyText()).toHaveLength(64 * 1_024);
      await abandoned(server);
    });
  });

  describe('download', () => {
    const path = () => join(folder, 'file.bin');

    it('writes a file of many parts, byte by byte', async () => {
      const body = Buffer.alloc(
        3 * MEBIBYTE,
        Uint8Array.from({ length: 251 }, (_, index) => index),
      );
      const server = await serve((_request, response) =>
        response.writeHead(200, { 'content-type': 'Image/PNG; charset=x' }).end(body),
      );
      const call = {
        url: server.url,
        trustUrl: 'caller',
        maxBytes: 3 * MEBIBYTE,
        destination: path(),
      } as const;
      await expect(http.download({ ...call, accept: 'image/png' })).resolves.toEqual({
        path: path(),
        bytes: body.byteLength,
        contentType: 'image/png',
      });
      expect((await readFile(path())).equals(body)).toBe(true);
    });

    it('leaves no file behind when the body fails', async () => {
      const server = await serve((_request, response) => void response.write('x'.repeat(500)));
      const call = { url: server.url, trustUrl: 'caller', destination: path() } as const;
      await expect(http.download({ ...call, maxBytes: 100 })).rejects.toMatchObject({ code: 'too_large' });
      await expect(http.download({ ...call, maxBytes: 1_000, idleTimeoutMs: 30 })).rejects.toMatchObject({
        code: 'timeout',
      });
      expect(await readdir(folder)).toEqual([]);
    });

    it('gives the connection up when the file cannot be written', async () => {
      const server = await serve((_request, response) => void response.write('part'));
      const destination = join(folder, 'absent', 'file.bin');
      const call = http.download({ url: server.url, trustUrl: 'caller', maxBytes: 100, destination });
      await expect(call).rejects.toMatchObject({ code: 'ENOENT' });
      await abandoned(server);
      expect(existsSync(destination)).toBe(false);
    });
  });

  describe('JSON and streams', () => {
    it('posts JSON and reads JSON', async () => {
      const server = await serve((request, response) => {
        let body = '';
        request.on('data', (part: Buffer) => (body += part.toString()));
        request.on('end', () =>
          response.end(JSON.stringify({ sent: JSON.parse(body) as unknown, ...request.headers })),
        );
      });
      await expect(
        http.postJson({ url: server.url, trustUrl: 'caller', json: { text: 'Grüße', seed: 0 } }),
      ).resolves.toMatchObject({
        sent: { text: 'Grüße', seed: 0 },
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength('{"text":"Grüße","seed":0}')),
        accept: 'application/json',
      });
    });

    it.each([
      ['HTML', Buffer.from('<html>')],
      ['half a value', Buffer.from('{"a":')],
      ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ])('refuses %s where JSON was asked for', async (_what, body) => {
      const server = await serve((_request, response) => response.end(body));
      await expect(http.getJson({ url: server.url, trustUrl: 'caller' })).rejects.toMatchObject({
        code: 'bad_reply',
        status: 200,
      });
    });

    it('reads an empty answer as nothing', async () => {
      const server = await serve((_request, response) => response.writeHead(204).end());
      await expect(http.getJson({ url: server.url, trustUrl: 'caller' })).resolves.toBeUndefined();
    });

    it('hands each line over as it arrives, before the answer is complete', async () => {
      let finish = (): void => undefined;
      const server = await serve((_request, response) => {
        response.write('{"seq":0}\n');
        finish = () => response.end('{"seq":1}\n');
      });
      const reply = await http.request({ url: server.url, trustUrl: 'caller', maxBytes: 1_000 });
      const first = await reply.body.next();
      expect((first.value as Buffer).toString()).toBe('{"seq":0}\n');
      finish();
      const second = await reply.body.next();
      expect((second.value as Buffer).toString()).toBe('{"seq":1}\n');
      expect((await reply.body.next()).done).toBe(true);
    });

    it('hands over any status, its headers, and the first part of the body', async () => {
      const server = await serve((_request, response) =>
        response.writeHead(410, { 'x-two': ['a', 'b'], 'retry-after': '5' }).end('gone '.repeat(1_000)),
      );
      const call = {
        url: server.url,
        trustUrl: 'caller',
        method: 'POST',
        body: '{}',
        maxBytes: 10_000,
      } as const;
      const reply = await http.request(call);
      expect(reply).toMatchObject({ status: 410, isSuccess: false, retryAfterSeconds: 5 });
      expect(reply.headers['x-two']).toBe('a, b');
      await expect(reply.preview(9)).resolves.toBe('gone gone');
    });

    it('closes the connection of a body that is discarded or left half read', async () => {
      const server = await serve((_request, response) => void response.write('part'));
      const discarded = await http.request({ url: server.url, trustUrl: 'caller', maxBytes: 1_000 });
      discarded.discard();
      const left = await http.request({ url: server.url, trustUrl: 'caller', maxBytes: 1_000 });
      for await (const part of left.body) {
        expect(part.toString()).toBe('part');
        break;
      }
      await abandoned(server);
    });

    it('closes the connection of an unread body once the time is over', async () => {
      const server = await serve((_request, response) => void response.write('part'));
      await http.request({ url: server.url, trustUrl: 'caller', maxBytes: 1_000, timeoutMs: 40 });
      await abandoned(server);
    });

    it('answers a HEAD without waiting for the body that its length announces', async () => {
      const server = await serve((_request, response) => response.setHeader('content-length', '99999').end());
      const reply = await http.request({ url: server.url, trustUrl: 'caller', method: 'HEAD', maxBytes: 10 });
      expect(reply.headers['content-length']).toBe('99999');
      await expect(reply.bytes()).resolves.toHaveLength(0);
    });
  });
});
