import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { AssetsService } from '#libs/media/assets';
import { OpenReply } from '../../support/open-reply.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { TEXT_PATH, VIDEO_PATH } from '../music-proxy/music-calls.js';

const RUN_PROCESS = path.join(import.meta.dirname, '../../../dist/apps/api/src/service/run-process.js');

type Answer = { status: number | undefined; connection: string | undefined; keepAlive: string | undefined };

describe('connections', () => {
  let app: TestApp;
  let service: ServiceProcess;
  const agent = new Agent({ keepAlive: true });

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    service = await ServiceProcess.beside(app, { RUN_JOBS: 'false', SHUTDOWN_GRACE_SECONDS: '1' });
    await service.start();
  });
  afterAll(async () => {
    agent.destroy();
    await service.kill();
  });

  function get(target: string, onStart?: () => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
      const call = request(new URL(target, service.api.baseUrl), { agent, headers }, (reply) => {
        onStart?.();
        reply.resume();
        const { connection, 'keep-alive': keepAlive } = reply.headers;
        reply.on('end', () =>
          resolve({ status: reply.statusCode, connection, keepAlive: String(keepAlive) }),
        );
        reply.on('error', reject);
      });
      call.on('error', reject).end();
    });
  }

  it('are kept for longer than proxies and pools keep them', async () => {
    expect(await get('/health/live')).toEqual({
      status: 200,
      connection: 'keep-alive',
      keepAlive: 'timeout=65',
    });
  });

  it('end with a word to who has them in a pool, and a stream without an end holds nothing up', async () => {
    const picture = sharp({ create: { width: 32, height: 24, channels: 3, background: '#a06040' } });
    const image = (await picture.png().toBuffer()).toString('base64');
    const { task_id: id } = (await service.api.post('/proxy/imgprov/v1/ai/image-relight', { image })).body
      .data;
    const stream = await fetch(new URL(`/tasks/${id}/events`, service.api.baseUrl), {
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, Accept: 'text/event-stream' },
    });
    expect(stream.status).toBe(200);
    const streamed = stream.text().catch(() => 'cut');
    const lastAnswers = Array.from({ length: 12 }, async () => {
      for (;;) {
        const answer = await get('/nodes');
        if (answer.connection === 'close') return answer;
      }
    });
    await get('/nodes');
    const ended = service.stop();
    for (const answer of await Promise.all(lastAnswers))
      expect(answer).toMatchObject({ status: 200, connection: 'close' });
    expect(await ended).toBe(0);
    await streamed;
  });

  it('end with the download that was under way, and hold nothing up after it', async () => {
    const content = Buffer.alloc(30_000_000);
    const assets = app.get(AssetsService);
    const url = assets.link(await assets.store({ content, contentType: 'image/png', purpose: 'output' }));
    const reply = await new Promise<IncomingMessage>((resolve) => request(url, { agent }, resolve).end());
    const stopped = app.stop();
    while (app.app.getHttpServer().listening) await sleep(10);
    let bytes = 0;
    for await (const part of reply) bytes += part.length;
    expect(bytes).toBe(content.byteLength);
    await stopped;
  });
});

describe('a stop while everything is under way', () => {
  const GRACE_SECONDS = 2;
  const ENDS_WITHIN_MS = (GRACE_SECONDS + 5) * 1_000;
  let app: TestApp;
  let service: ServiceProcess;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    service = await ServiceProcess.beside(app, { SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS) });
    await service.start();
  });
  afterAll(async () => {
    await service.kill();
    await app.stop();
  });

  const open = (target: string, form?: URLSearchParams): Promise<OpenReply> =>
    OpenReply.to(new URL(target, service.api.baseUrl), { token: ADMIN_TOKEN, ...(form && { form }) });

  /** A form whose file goes on and never ends. */
  function upload(): ClientRequest {
    const call = request(new URL(VIDEO_PATH, service.api.baseUrl), {
      agent: false,
      method: 'POST',
      headers: {
        Authorization: `Bearer ${ADMIN_TOKEN}`,
        'Content-Type': 'multipart/form-data; boundary=edge',
        'Content-Length': '900000000',
      },
    });
    const more = setInterval(() => call.write(Buffer.alloc(64_000)), 100);
    call.on('error', () => undefined).on('close', () => clearInterval(more));
    call.write('--edge\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n');
    return call;
  }

  async function download(): Promise<IncomingMessage> {
    const content = Buffer.alloc(60_000_000);
    const assets = app.get(AssetsService);
    const { pathname, search } = new URL(
      assets.link(await assets.store({ content, contentType: 'image/png', purpose: 'output' })),
    );
    return new Promise((resolve) =>
      request(new URL(pathname + search, service.api.baseUrl), { agent: false }, resolve).end(),
    ).then((reply) => (reply as IncomingMessage).on('error', () => undefined));
  }

  it('ends within the grace, tells readers no half line, and lets them go on afterwards', async () => {
    const form = new URLSearchParams({ prompt: 'slow synth', duration: '180' });
    const music = await open(TEXT_PATH, form);
    const id = String(music.response.headers['x-task-id']);
    const events = await open(`/tasks/${id}/events`);
    const sent = upload();
    await download();
    await until(() => music.text.includes('audio_chunk') && events.text.includes('id: 1'));

    const begun = Date.now();
    const ended = service.stop();
    await until(async () => {
      const reply = await open('/health/ready');
      if (reply.response.statusCode === 200) return false;
      expect([reply.response.statusCode, reply.response.headers.connection]).toEqual([503, 'close']);
      return true;
    });
    expect(await ended).toBe(0);
    expect(Date.now() - begun).toBeLessThan(ENDS_WITHIN_MS);
    await until(() => sent.destroyed);
    for (const { response } of [music, events]) expect(response.complete).toBe(true);
    expect(music.text.endsWith('\n')).toBe(true);
    const lines = music.text.trim().split('\n');
    const { seq } = JSON.parse(lines.at(-1) ?? '');
    expect(events.text).toMatch(/\n\n$/);

    await service.start();
    const rest = await open(`/tasks/${id}/stream?after=${seq}`);
    await until(() => rest.text.includes('\n'));
    expect(JSON.parse(rest.text.split('\n')[0] ?? '').seq).toBe(seq + 1);
    const again = await open(`/tasks/${id}/events`);
    expect((await service.api.post(`/tasks/${id}/cancel`)).status).toBe(200);
    await until(() => again.hasEnded && rest.hasEnded);
  });
});

describe('a stop that something holds up', () => {
  /** An application of which nothing ever ends. */
  const HELD = `
    const { stopOnSignals } = await import('${pathToFileURL(RUN_PROCESS).href}');
    const parts = { Connections: { sayFarewell: async () => {}, closeAll() {} }, QueueSettings: { shutdownGraceSeconds: 0 } };
    stopOnSignals({ get: ({ name }) => parts[name], close: () => new Promise(() => {}) }, {});
    setInterval(() => {}, 1_000);
    console.log('ready');
  `;

  it('ends the process all the same, and says so', async () => {
    const held = spawn(process.execPath, ['--input-type=module', '-e', HELD], { env: {} });
    let errors = '';
    held.stderr.on('data', (text) => (errors += text));
    await once(held.stdout, 'data');
    held.kill('SIGTERM');
    const [code] = await once(held, 'close');
    expect([code, errors]).toEqual([1, expect.stringMatching(/^Not all has ended .* SIGTERM/)]);
  });
});
