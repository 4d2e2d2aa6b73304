import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ProbeModule } from '../../support/probe.module.js';
import { TestApp } from '../../support/test-app.js';

const MEGABYTE = 1024 * 1024;

describe('request bodies and malformed requests', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({}, { modules: [ProbeModule] });
  });
  afterAll(() => app.stop());

  const post = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    app.api.call('POST', '/probe/echo', undefined, {
      raw: raw as string,
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  /** Speaks to the port directly and returns all that comes back. */
  const speak = (text: string, more?: (write: (data: Buffer) => boolean) => void): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(app.api.baseUrl).port), '127.0.0.1', () => {
        socket.write(text);
        more?.((data) => socket.write(data));
      });
      let reply = '';
      socket.on('data', (chunk) => (reply += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(reply));
    });

  const envelopeOf = (reply: string): unknown => JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4));

  const REFUSED = [
    ['broken JSON', '{"text": tru}', 'invalid_json', 'not valid JSON'],
    ['a repeated key', '{"text":"a","text":"b"}', 'invalid_json', '"text"'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'invalid_json', 'UTF-8'],
    ['endless nesting', '['.repeat(100_000), 'invalid_json', '64 levels'],
    ['a list instead of an object', '[]', 'invalid_request', 'must be a JSON object'],
    ['a NUL character', '{"text":"a\\u0000b"}', 'invalid_request', 'text must not contain the NUL'],
    ['half a character', '{"text":"a\\ud83d"}', 'invalid_request', 'text must be well-formed Unicode'],
    ['half a character deep inside', '{"a":[{"b":"\\uDFA8c"}]}', 'invalid_request', 'a[0].b must be'],
    ['half a character in a name', '{"a":{"\\ud83d":1}}', 'invalid_request', 'The name of a field in a must'],
    ['a number as text', '{"text":"a","count":"1"}', 'invalid_request', 'count'],
  ] as const;

  it.each(REFUSED)('refuses %s with 400', async (_, raw, error, message) => {
    const reply = await post(raw);
    expect(reply).toMatchObject({ status: 400, body: { error, message: expect.stringContaining(message) } });
    expect(Object.keys(reply.body)).toEqual(['error', 'message']);
  });

  it.each(REFUSED)('refuses %s with the same words in a large body', async (_, raw, error, message) => {
    const room = Buffer.alloc(MEGABYTE, ' ');
    const reply = await post(Buffer.concat([room, Buffer.from(raw)]));
    expect(reply).toMatchObject({ status: 400, body: { error, message: expect.stringContaining(message) } });
  });

  it('reports a key __proto__ in a large body too', async () => {
    const reply = await post(`${' '.repeat(MEGABYTE)}{"text":"a","__proto__":{"count":7}}`);
    expect(reply).toMatchObject({ status: 201, body: { chars: 1 } });
    expect(reply.headers.get('x-ignored-fields')).toBe('__proto__');
  });

  it('takes a character that is spelt as a pair', async () => {
    const reply = await post('{"text":"\\ud83c\\udfa8","\\ud83c\\udfa8":1}');
    expect(reply).toMatchObject({ status: 201, body: { chars: 2 } });
  });

  it('reports a key __proto__ as an unknown field and lets it do nothing', async () => {
    const reply = await post('{"text":"a","__proto__":{"count":7}}');
    expect(reply).toMatchObject({ status: 201, body: { count: 0 } });
    expect(reply.headers.get('x-ignored-fields')).toBe('__proto__');
  });

  it('refuses another content type, charset or encoding with 415', async () => {
    const refused: Record<string, string>[] = [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      { 'Content-Type': 'application/json; charset=iso-8859-1' },
      { 'Content-Encoding': 'zstd' },
    ];
    for (const headers of refused) {
      expect(await post('{"text":"a"}', headers)).toMatchObject({
        status: 415,
        body: { error: 'unsupported_media_type' },
      });
    }
  });

  it('reads compressed bodies, within the limit of what they unpack to', async () => {
    const small = await post(gzipSync('{"text":"hello"}'), { 'Content-Encoding': 'gzip' });
    expect(small).toMatchObject({ status: 201, body: { chars: 5 } });
    const bomb = gzipSync(JSON.stringify({ text: 'x'.repeat(40 * MEGABYTE) }));
    expect(bomb.length).toBeLessThan(MEGABYTE);
    expect(await post(bomb, { 'Content-Encoding': 'gzip' })).toMatchObject({ status: 413 });
    const broken = await post('not gzip', { 'Content-Encoding': 'gzip' });
    expect(broken).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('reads 60 MB of Base64 where the route allows it', async () => {
    const text = Buffer.alloc(45 * MEGABYTE, 7).toString('base64');
    const reply = await app.api.post('/probe/large', { text });
    expect(reply).toMatchObject({ status: 201, body: { chars: text.length } });
  });

  it('answers 413 from the declared length alone, before any of the body', async () => {
    const reply = await speak(
      'POST /probe/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 413 /);
    expect(envelopeOf(reply)).toEqual({
      error: 'body_too_large',
      message: 'The body is larger than 2 MB, the limit of this route.',
    });
  });

  it('answers 413 in the middle of a body without a length, and does not keep it', async () => {
    const block = Buffer.alloc(MEGABYTE, 0x61);
    const chunk = Buffer.concat([
      Buffer.from(`${block.length.toString(16)}\r\n`),
      block,
      Buffer.from('\r\n'),
    ]);
    const before = process.memoryUsage().rss;
    let sent = 0;
    const reply = await speak(
      'POST /probe/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      (write) => {
        const feed = (): void => {
          if (sent >= 1024) return;
          sent += 1;
          write(chunk);
          setImmediate(feed);
        };
        feed();
      },
    );
    expect(reply).toMatch(/^HTTP\/1\.1 413 /);
    expect(process.memoryUsage().rss - before).toBeLessThan(1500 * MEGABYTE);
  });

  it('does not look at a body that the route does not take', async () => {
    const reply = await app.api.call('PUT', '/probe/bodyless', undefined, {
      raw: 'not json at all',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(reply).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('takes no body at all for an empty one', async () => {
    const reply = await app.api.call('POST', '/probe/echo');
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain('text');
  });

  it.each([
    '/probe/items/%zz',
    '/probe/items/%E0%A4%A',
    '/%zz',
    '/probe/items/%00',
    '/probe/cached?name=a%00b',
  ])('answers %s in the envelope', async (target) => {
    const reply = await speak(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(Object.keys(envelopeOf(reply) as object)).toEqual(['error', 'message']);
  });

  it.each([
    ['a line that is no HTTP', 'hello\r\n\r\n', 400],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['headers without an end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['no host', 'GET /probe/cached HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two hosts', 'GET /probe/cached HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400],
    ['two hosts, as HTTP/1.0', 'GET /probe/cached HTTP/1.0\r\nHost: x\r\nhost: y\r\n\r\n', 400],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['an address without a path', 'GET http:// HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['an address that is none', 'POST http://[::1/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['an expectation', 'POST /probe/echo HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n', 417],
  ])('answers %s in the envelope', async (_, text, status) => {
    const reply = await speak(text);
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(Object.keys(envelopeOf(reply) as object)).toEqual(['error', 'message']);
    expect(reply).toMatch(/x-request-id: /i);
  });
});
