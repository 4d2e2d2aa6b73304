import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IncomingBodies } from '#libs/platform/http';
import { filesBelow } from '../../support/files-below.js';
import { ProbeModule } from '../../support/probe.module.js';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const FORM_HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
const FORM_END = '\r\n--x--\r\n';

describe('a body that comes slowly', () => {
  let app: TestApp;
  let upload: string;
  let sockets: Socket[] = [];

  beforeAll(async () => {
    app = await TestApp.start({}, { modules: [ProbeModule] });
    const pace = { bytesPerSecond: 1_000, windowMs: 500 };
    Object.assign(app.get(IncomingBodies).pace, { held: pace, streamed: pace });
    const user = app.api.as(await app.caller());
    const { body } = await user.post('/uploads', { file_name: 'a.bin' });
    upload = new URL(body.upload_url).pathname + new URL(body.upload_url).search;
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });
  afterAll(() => app.stop());

  /** Sends `blocks` of 100 bytes with a pause after each, then `end`. Resolves with the reply. */
  async function send(
    head: string,
    start: string,
    blocks: { count: number; pauseMs: number },
    end = '',
    missing = 0,
  ): Promise<string> {
    let reply = '';
    const socket = connect(Number(new URL(app.api.baseUrl).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('data', (chunk) => (reply += chunk.toString())).on('error', () => undefined);
    const length = start.length + blocks.count * 100 + end.length + missing;
    socket.write(head.replace('\r\n', ` HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n`));
    socket.write(`\r\n${start}`);
    for (let sent = 0; sent < blocks.count && reply === ''; sent += 1) {
      await sleep(blocks.pauseMs);
      socket.write('a'.repeat(100));
    }
    socket.write(end);
    await until(() => reply !== '');
    return reply;
  }

  const KINDS = [
    ['JSON', () => 'POST /probe/echo\r\nContent-Type: application/json\r\n', '{"text":"', '"}', '201'],
    [
      'a form',
      () => 'POST /probe/form\r\nContent-Type: multipart/form-data; boundary=x\r\n',
      FORM_HEAD,
      FORM_END,
      '201',
    ],
    ['an upload', () => `PUT ${upload}\r\n`, '', '', '200'],
  ] as const;

  it.each(KINDS)('is cut as %s when it trickles, and leaves nothing', async (_, head, start, end) => {
    const reply = await send(head(), start, { count: 1_000, pauseMs: 250 }, end);
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
    expect(reply).toMatch(/\r\nConnection: close\r\n/i);
    expect(reply).toContain(
      '{"error":"request_timeout","message":"The body must come with at least 1000 bytes a second."}',
    );
    await until(() => sockets.every(({ closed }) => closed));
    expect(await filesBelow(path.join(app.dataDir, 'scratch'))).toEqual([]);
  });

  it.each(KINDS)('is cut as %s when nothing comes at all', async (_, head, start) => {
    const reply = await send(head(), start, { count: 0, pauseMs: 0 }, '', 1_000_000);
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each(KINDS)(
    'is taken as %s while it comes steadily, however long that takes',
    async (_, head, start, end, status) => {
      expect(app.app.getHttpServer().requestTimeout).toBe(0);
      const reply = await send(head(), start, { count: 60, pauseMs: 40 }, end);
      expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    },
  );
});
