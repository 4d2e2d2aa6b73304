import { Program } from '../../support/program.js';
import { ApiClient, TestApp } from '../../support/test-app.js';
import { endedTask } from '../../support/ended-task.js';

const METRICS_TOKEN = 'metrics-token-of-24-chars';

describe('a worker', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
  });
  afterAll(() => app.stop());

  function startWorker(settings: Record<string, string> = {}): Program {
    return Program.start('worker', { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, ...settings });
  }

  it('says where it is ready, tells its health, runs jobs, serves no callers, and stops cleanly', async () => {
    const worker = startWorker({ METRICS_TOKEN });
    await worker.untilSaid(/"Atelier worker is ready"/);
    const { health, level } = JSON.parse(worker.output);
    expect(level).toBe('info');
    const watcher = new ApiClient(health);
    for (const target of ['/health/live', '/health/ready'])
      expect(await watcher.get(target)).toMatchObject({ status: 200, body: { status: 'ok' } });
    const metrics = await watcher.as(METRICS_TOKEN).get('/metrics');
    expect((await watcher.get('/metrics')).status).toBe(401);
    expect(metrics.status).toBe(200);
    expect(metrics.bytes.toString()).toMatch(/^jobs\{name=/m);
    expect(metrics.bytes.toString()).toMatch(/^webhook_deliveries_pending 0$/m);
    for (const target of ['/nodes', '/docs', '/openapi.json', '/', '/health/live/', '/HEALTH/LIVE'])
      expect(await watcher.get(target)).toMatchObject({ status: 404, body: { error: 'route_not_found' } });

    const ada = app.api.as(await app.caller());
    const image = `${app.api.baseUrl.replace('127.0.0.1', 'localhost')}/samples/portrait.jpg`;
    const { body } = await ada.post('/proxy/imgprov/v1/ai/skin-enhancer/creative', { image });
    expect(await endedTask(ada, body.data.task_id)).toMatchObject({ status: 'succeeded' });

    const admin = app.api.as(await app.caller({ isAdmin: true }));
    expect((await admin.get('/admin/overview')).body.processes).toMatchObject([
      { role: 'api', count: 1 },
      { role: 'worker', count: 1 },
    ]);

    const second = startWorker({ WORKER_PORT: new URL(health).port, LOG_LEVEL: 'info' });
    expect(await second.end()).toBe(1);
    expect(second.errors).toBe(
      `Port ${new URL(health).port} is in use by another program. Stop it, or set WORKER_PORT to a free port.\n`,
    );
    expect(second.output).not.toContain('started');
    expect(await worker.stop()).toBe(0);
    expect(worker.errors).toBe('');
  });

  it('tells a person in a line, and stops at Ctrl-C', async () => {
    const worker = startWorker({ LOG_FORMAT: 'pretty' });
    await worker.untilSaid(/^ {2}Atelier worker is ready {5}http:\/\/localhost:\d+\/health\/ready$/m);
    expect(await worker.stop('SIGINT')).toBe(0);
  });

  it('needs the database of the API processes', async () => {
    const worker = startWorker({ DATABASE_URL: ' ' });
    expect(await worker.end()).toBe(1);
    expect(worker.errors).toContain('DATABASE_URL must be set: a worker shares the database');
  });
});
