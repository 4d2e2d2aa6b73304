import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleFile } from '../../support/sample-file.js';
import { endedTask } from '../../support/ended-task.js';
import { NewerVersion } from '../../support/newer-version.js';
import { Program } from '../../support/program.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const NUMBER = '1893456000000';
const REFUSAL =
  'The database was changed by a newer version of Atelier: this one does not know the migration ' +
  `Future${NUMBER} and cannot work beside it. Start the newer version, or restore the backup from before the upgrade.`;
const PICTURE = sampleFile('portrait.jpg');
const SKIN = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
const QUEUE = '/admin/queues/image-tasks.run';
/** Some rounds of the loop that looks for jobs. */
const ROUNDS_MS = 3_500;

describe('a schema that a newer version has changed', () => {
  let app: TestApp;
  let service: ServiceProcess | undefined;
  let newer: NewerVersion | undefined;

  beforeEach(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
  });
  afterEach(async () => {
    await service?.stop();
    await newer?.remove();
    service = undefined;
    newer = undefined;
    await app.stop();
  });

  const shared = (): Record<string, string> => ({
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    ADMIN_TOKEN,
    ALLOW_PRIVATE_NETWORKS: 'true',
  });

  /** A row of a future version, as that writes it. */
  async function addRow(needs: string | null): Promise<void> {
    await rowsOf(app.databaseUrl, 'alter table migrations add column if not exists needs bigint');
    await rowsOf(app.databaseUrl, 'insert into migrations ("timestamp", name, needs) values ($1, $2, $3)', [
      NUMBER,
      `Future${NUMBER}`,
      needs,
    ]);
  }

  async function submit(api = service?.api): Promise<string> {
    const image = await readFile(PICTURE, 'base64');
    const reply = await api?.post(SKIN, { image });
    expect(reply).toMatchObject({ status: 200, body: {} });
    return reply?.body.data.task_id;
  }

  /** A worker of another version takes the waiting jobs. */
  async function succeedsWith({ root }: NewerVersion, task: string): Promise<void> {
    const worker = Program.start('worker', shared(), [], root);
    await worker.untilSaid(/"Atelier worker is ready"/);
    await until(async () => (await statusOf(task)) === 'succeeded');
    expect(await worker.stop()).toBe(0);
  }

  async function statusOf(task: string): Promise<string | undefined> {
    const sql = 'select status from tasks where id = $1';
    return (await rowsOf<{ status: string }>(app.databaseUrl, sql, [task]))[0]?.status;
  }

  it.each([
    ['api', []],
    ['worker', []],
    ['token', []],
    ['migrate', []],
    ['backup', ['backup', '/tmp/never-made.tar', '--without-files']],
    ['seed', [import.meta.filename]],
  ])('is refused by %s in one line', async (name, parameters) => {
    await rowsOf(app.databaseUrl, 'insert into migrations ("timestamp", name) values ($1, $2)', [
      NUMBER,
      `Future${NUMBER}`,
    ]);
    const program = Program.start(name, { ...shared(), LOG_LEVEL: 'info' }, parameters);
    const status = await Promise.race([program.end(), sleep(20_000, 'it goes on')]);
    program.kill();
    expect([status, program.errors, program.output]).toEqual([1, `${REFUSAL}\n`, '']);
  });

  it('lets an older program work where the migration says that it may go on', async () => {
    await addRow('0');
    service = await ServiceProcess.beside(app);
    await service.start();
    expect(await endedTask(service.api, await submit())).toMatchObject({ status: 'succeeded' });
  });

  it('stops a process that runs: not ready, 503, no jobs; a newer one does what waits', async () => {
    service = await ServiceProcess.beside(app);
    await service.start();
    const { api } = service;
    expect((await api.post(`${QUEUE}/pause`)).status).toBeLessThan(300);
    const task = await submit();
    newer = await NewerVersion.with([
      { number: NUMBER, fields: { needs: NUMBER }, up: ['alter table tasks rename column kind to sort'] },
      { number: `${Number(NUMBER) + 1}`, up: ['alter table tasks rename column sort to kind'] },
    ]);
    expect(await Program.start('migrate', shared(), [], newer.root).end()).toBe(0);

    await until(async () => (await api.get('/health/ready')).status === 503);
    const ready = await api.get('/health/ready');
    expect(ready.body).toEqual({ error: 'unavailable', message: REFUSAL });
    expect((await api.get('/health/live')).status).toBe(200);
    for (const reply of [await api.get('/tasks'), await api.post(SKIN, {}), await api.get('/nodes')]) {
      expect(reply).toMatchObject({ status: 503, body: { error: 'unavailable' } });
      expect(reply.headers.get('retry-after')).toBe('5');
    }
    await rowsOf(app.databaseUrl, 'update job_queues set paused_at = null');
    await sleep(ROUNDS_MS);
    expect(await statusOf(task)).toBe('created');

    await succeedsWith(newer, task);
    await rowsOf(app.databaseUrl, 'delete from migrations where "timestamp" >= $1', [NUMBER]);
    await until(async () => (await api.get('/health/ready')).status === 200);
  });

  it('does not stop a process that runs where the migration says nothing of it', async () => {
    service = await ServiceProcess.beside(app);
    await service.start();
    newer = await NewerVersion.with([{ number: NUMBER, up: ['alter table tasks add column mood text'] }]);
    expect(await Program.start('migrate', shared(), [], newer.root).end()).toBe(0);
    expect((await service.api.get('/health/ready')).status).toBe(200);
    expect(await endedTask(service.api, await submit())).toMatchObject({ status: 'succeeded' });
  });

  it('fails no task of an older process where a migration forgot to say that it must stop', async () => {
    service = await ServiceProcess.beside(app);
    await service.start();
    const { api } = service;
    expect((await api.post(`${QUEUE}/pause`)).status).toBeLessThan(300);
    const task = await submit();
    await rowsOf(app.databaseUrl, 'alter table task_events rename column created_at to made_at');
    await addRow('0');
    await rowsOf(app.databaseUrl, 'update job_queues set paused_at = null');
    await until(async () => (await api.get('/health/ready')).status === 503);
    await sleep(ROUNDS_MS);
    expect(['created', 'processing']).toContain(await statusOf(task));
    expect(await api.post(SKIN, {})).toMatchObject({ status: 503 });

    await rowsOf(app.databaseUrl, 'alter table task_events rename column made_at to created_at');
    newer = await NewerVersion.with([{ number: NUMBER, up: [] }]);
    await succeedsWith(newer, task);
  });
});
