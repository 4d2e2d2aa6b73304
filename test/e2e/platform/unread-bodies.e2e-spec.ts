import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ProbeModule } from '../../support/probe.module.js';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;
const JSON_TYPE = 'Content-Type: application/json\r\n';
const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=x\r\n';

/** Requests that are refused whatever their bodies are. */
const REFUSED = [
  ['a wrong token', 401, 'POST /probe/slow', `${JSON_TYPE}Authorization: Bearer wrong\r\n`],
  ['no token', 401, 'POST /probe/slow', JSON_TYPE],
  ['a token without the scope', 403, 'POST /publishers', `${JSON_TYPE}Authorization: Bearer $TOKEN\r\n`],
  ['a path that does not exist', 404, 'PUT /nowhere', ''],
  ['another method', 405, 'PUT /probe/echo', JSON_TYPE],
  ['another type', 415, 'POST /probe/echo', 'Content-Type: text/plain\r\n'],
  ['too large a body', 413, 'POST /probe/large', JSON_TYPE],
  ['too large a form', 413, 'POST /probe/form', FORM_TYPE],
] as const;

describe('a request whose body is not read', () => {
  let app: TestApp;
  let token: string;
  let port: number;
  /** The ends of connections at the service. */
  const ends = new Map<number | undefined, Socket>();

  beforeAll(async () => {
    app = await TestApp.start({}, { modules: [ProbeModule] });
    ({ token } = await app.caller({ scopes: ['media'] }));
    port = Number(new URL(app.api.baseUrl).port);
    app.app.getHttpServer().on('connection', (end: Socket) => ends.set(end.remotePort, end));
  });
  afterAll(() => app.stop());

  function open(head: string): { socket: Socket; reply: () => string } {
    let reply = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (chunk) => (reply += chunk.toString())).on('error', () => undefined);
    socket.write(head.replace('$TOKEN', token).replace('\r\n', ' HTTP/1.1\r\nHost: x\r\n'));
    return { socket, reply: () => reply };
  }

  it.each(REFUSED)('for %s gets %i, and the connection ends', async (_, status, line, headers) => {
    const { socket, reply } = open(`${line}\r\n${headers}Content-Length: ${GIGABYTE}\r\n\r\n`);
    await once(socket, 'connect');
    const { localPort } = socket;
    const block = Buffer.alloc(MEGABYTE, 'a');
    const send = (): void => void (socket.writable && socket.write(block) && setImmediate(send));
    socket.on('drain', send);
    send();
    await until(() => socket.closed);
    expect(reply()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(reply()).toMatch(/\r\nConnection: close\r\n/i);
    expect(Object.keys(JSON.parse(reply().split('\r\n\r\n')[1] ?? '') as object)).toEqual([
      'error',
      'message',
    ]);
    expect(ends.get(localPort)?.bytesRead).toBeLessThan(32 * MEGABYTE);
  });

  it.each(REFUSED)('for %s is not asked to go on', async (_, status, line, headers) => {
    const { socket, reply } = open(
      `${line}\r\n${headers}Expect: 100-continue\r\nContent-Length: ${GIGABYTE}\r\n\r\n`,
    );
    await until(() => socket.closed);
    expect(reply()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(reply()).toMatch(/\r\nConnection: close\r\n/i);
  });

  it('keeps the connection when little of it is left', async () => {
    const text = JSON.stringify({ text: 'hello' });
    const { socket, reply } = open(`POST /nowhere\r\n${JSON_TYPE}Content-Length: ${text.length}\r\n\r\n`);
    await until(() => reply().includes('route_not_found'));
    socket.write(text);
    socket.write(
      `POST /probe/echo HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}Content-Length: ${text.length}\r\n\r\n${text}`,
    );
    await until(() => reply().includes('"chars":5'));
    socket.destroy();
  });

  it('is cut when the little that is left does not come', async () => {
    const { socket, reply } = open(`POST /nowhere\r\n${JSON_TYPE}Content-Length: 100\r\n\r\n`);
    await until(() => socket.closed);
    expect(reply()).toContain('route_not_found');
  });
});

describe('a request that asks before it sends its body', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({}, { modules: [ProbeModule] });
  });
  afterAll(() => app.stop());

  it.each([
    ['POST /probe/echo', JSON_TYPE, '{"text":"hello"}', '"chars":5'],
    ['PUT /probe/upload', '', 'hello', '"bytes":5'],
    [
      'POST /probe/form',
      FORM_TYPE,
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
      '"a":"b"',
    ],
  ])('%s is told to go on once, and may come again', async (line, headers, body, answer) => {
    const socket = connect(Number(new URL(app.api.baseUrl).port), '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk) => (reply += chunk.toString()));
    for (let times = 0; times < 2; times += 1) {
      reply = '';
      socket.write(
        `${line} HTTP/1.1\r\nHost: x\r\n${headers}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      await until(() => reply === 'HTTP/1.1 100 Continue\r\n\r\n');
      socket.write(body);
      await until(() => reply.includes(answer));
      expect(reply.match(/100 Continue/g)).toHaveLength(1);
    }
    socket.destroy();
  });
});
