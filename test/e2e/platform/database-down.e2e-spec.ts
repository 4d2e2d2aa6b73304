import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { DatabaseLink } from '../../support/database-link.js';
import { ServiceProcess } from '../../support/service-process.js';
import type { ApiClient, Reply } from '../../support/test-app.js';
import { TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';

describe('while the database is away', () => {
  let app: TestApp;
  let link: DatabaseLink;
  let service: ServiceProcess;
  let api: ApiClient;
  let image: string;
  let upload: string;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    link = await DatabaseLink.to(app.databaseUrl);
    service = await ServiceProcess.beside(app, { DATABASE_URL: link.url });
    await service.start();
    api = service.api;
    const picture = sharp({ create: { width: 32, height: 24, channels: 3, background: '#a06040' } });
    image = (await picture.png().toBuffer()).toString('base64');
    const { upload_url: url } = (await api.post('/uploads', { file_name: 'a.png' })).body;
    upload = new URL(url).pathname + new URL(url).search;
  });
  afterAll(async () => {
    await service.kill();
    await link.cut();
    await app.stop();
  });

  const relight = (headers: Record<string, string> = {}): Promise<Reply> =>
    api.post('/proxy/imgprov/v1/ai/image-relight', { image }, { headers });

  it('answers 503 with Retry-After to whatever needs it, and goes on as soon as it is back', async () => {
    const calls: Record<string, () => Promise<Reply>> = {
      nodes: () => api.get('/nodes'),
      search: () => api.get('/nodes/search?search=face'),
      publishers: () => api.post('/publishers', { id: 'somebody', name: 'Somebody' }),
      tasks: () => api.get('/tasks'),
      task: () => api.get('/tasks/0198c0de-0000-7000-8000-000000000000'),
      relight: () => relight(),
      'relight with a key': () => relight({ 'Idempotency-Key': 'away' }),
      upload: () => api.call('PUT', upload, undefined, { raw: 'bytes' }),
      'an unknown token': () => api.as('atelier_unknown').get('/tasks'),
      readiness: () => api.get('/health/ready'),
    };
    await link.cut();
    const away: Record<string, unknown> = {};
    for (const [name, call] of Object.entries(calls)) {
      const { status, headers, body } = await call();
      away[name] = [status, body?.error, headers.get('retry-after')];
    }
    expect(away).toEqual(
      Object.fromEntries(Object.keys(calls).map((name) => [name, [503, 'unavailable', '5']])),
    );
    expect((await api.get('/health/live')).status).toBe(200);
    await link.restore();
    while ((await api.get('/health/ready')).status !== 200) await sleep(50);
    expect((await relight({ 'Idempotency-Key': 'away' })).status).toBe(200);
    expect((await calls.upload?.())?.status).toBeLessThan(300);
  });

  /** As an operator does, or a server that stops: the connection hears of it between two statements too. */
  const endSomeConnections = (): Promise<unknown> =>
    rowsOf(
      app.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() order by random() limit 2`,
    );

  it('survives connections that break in the middle of statements', async () => {
    const replies: Reply[] = [];
    let isOver = false;
    const callers = Array.from({ length: 8 }, async () => {
      while (!isOver) replies.push(await relight(), await api.get('/nodes/search?search=face'));
    });
    for (let times = 0; times < 15; times += 1) {
      link.breakAll();
      await sleep(100);
    }
    for (let times = 0; times < 150; times += 1) {
      await endSomeConnections();
      await sleep(20);
    }
    isOver = true;
    await Promise.all(callers);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect((await api.get('/health/live')).status).toBe(200);
  });
});
