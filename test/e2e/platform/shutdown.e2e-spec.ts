import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { AssetsService } from '#libs/assets';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { TestApp } from '../../support/test-app.js';

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
  }, 30_000);

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
  }, 20_000);
});
