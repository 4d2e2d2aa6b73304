import path from 'node:path';
import { Client } from 'pg';
import sharp from 'sharp';
import { CleanAssetsJob } from '#libs/media/assets';
import { SweepUploadsJob } from '#libs/platform/storage';
import { endedTask } from '../../support/ended-task.js';
import { filesBelow } from '../../support/files-below.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { TestApp } from '../../support/test-app.js';
import { rowsOf, waitingForLocks } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const RUN = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false, jobId: 'x' };
const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

/** A PNG of noise, in Base64. */
async function pictureOf(side: number, sigma: number): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma };
  const create = { width: side, height: side, channels: 3 as const, background: '#a06040', noise };
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}

const NEXT_DAY_MS = 25 * 60 * 60_000;

describe('files of a process that is killed', () => {
  /** Removes what has expired; does none of the work. */
  let app: TestApp;
  let service: ServiceProcess;
  /** Blocks the service where it is to die. */
  let lock: Client;
  let earlier: string[];
  let image: string;
  let large: string;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    service = await ServiceProcess.beside(app);
    lock = new Client({ connectionString: app.databaseUrl });
    await lock.connect();
    [image, large] = await Promise.all([pictureOf(100, 30), pictureOf(2_000, 1)]);
  });
  beforeEach(async () => {
    earlier = [];
    earlier = await files();
    await service.start();
  });
  afterEach(async () => {
    await service.kill();
    await lock.query('rollback');
    await rowsOf(app.databaseUrl, 'delete from assets');
  });
  afterAll(async () => {
    await lock.end();
    await app.stop();
  });

  /** Names of the files stored by the test, without the sample picture of each start. */
  async function files(): Promise<string[]> {
    const names = (await filesBelow(path.join(app.dataDir, 'files/assets'))).map((file) =>
      path.basename(file),
    );
    return names.filter((name) => name.includes('.png') && !earlier.includes(name));
  }

  async function hold(statement: string): Promise<void> {
    await lock.query('begin');
    await lock.query(statement);
  }

  /** Ends the waiting statement too: the database would finish it without its client. */
  async function dieWhenHeld(): Promise<void> {
    await until(async () => (await waitingForLocks(app.databaseUrl)).length > 0);
    await service.kill();
    for (const { pid } of await waitingForLocks(app.databaseUrl)) {
      await rowsOf(app.databaseUrl, 'select pg_terminate_backend($1, 5000)', [pid]);
    }
    await lock.query('rollback');
  }

  /** Runs the job that removes what has expired, a little more than a day later. */
  async function cleanNextDay(): Promise<void> {
    app.passTime(NEXT_DAY_MS);
    await app.get(CleanAssetsJob).run({}, RUN);
    app.passTime(-NEXT_DAY_MS);
  }

  const sweep = () => app.get(SweepUploadsJob).run({}, RUN);

  it('are not stored before something tells of them', async () => {
    await hold('lock table "assets" in share row exclusive mode');
    const submitted = service.api.post(RELIGHT, { image }).catch(() => undefined);
    await dieWhenHeld();
    await submitted;
    await cleanNextDay();
    expect(await files()).toEqual([]);
  });

  it('are removed when no task came to own them', async () => {
    const before = await service.api.post(RELIGHT, { image });
    await endedTask(service.api, before.body.data.task_id);
    expect(await files()).toHaveLength(2);
    await hold('lock table "task_events" in share row exclusive mode');
    const submitted = service.api.post(RELIGHT, { image }).catch(() => undefined);
    await dieWhenHeld();
    await submitted;
    expect(await files()).toHaveLength(3);
    await cleanNextDay();
    expect(await files()).toHaveLength(1);
  });

  it('are removed when they are uploads that no link leads to', async () => {
    const { body } = await service.api.post('/uploads', { file_name: 'lost.png' });
    await hold(`select from assets where id = '${/[0-9a-f-]{36}/.exec(body.upload_url)?.[0]}' for update`);
    const sent = service.api.call('PUT', body.upload_url, undefined, { raw: 'lost' }).catch(() => undefined);
    await dieWhenHeld();
    await sent;
    expect(await files()).toHaveLength(1);
    await sweep();
    expect(await files()).toHaveLength(1);
    await rowsOf(app.databaseUrl, `update pending_uploads set started_at = now() - interval '7 hours'`);
    await sweep();
    expect([await files(), await rowsOf(app.databaseUrl, 'select from pending_uploads')]).toEqual([[], []]);
  });

  it('are removed when they are results of a task that is canceled instead', async () => {
    const { body } = await service.api.post(RELIGHT, { image: large });
    const id = body.data.task_id as string;
    await until(async () => (await service.api.get(`/tasks/${id}`)).body.status === 'processing');
    await hold(`select from tasks where id = '${id}' for update`);
    await until(async () => (await files()).length === 2);
    await dieWhenHeld();
    const canceled = await app.api.as(ADMIN_TOKEN).post(`/tasks/${id}/cancel`);
    expect(canceled.status).toBe(200);
    await cleanNextDay();
    expect(await files()).toEqual([]);
  });

  it('stay when their task could not be deleted any more', async () => {
    const { body } = await service.api.post(RELIGHT, { image });
    const task = await endedTask(service.api, body.data.task_id);
    const output = new URL(task.outputs[0].url);
    await hold(`select from assets where task_id = '${task.id}' for update`);
    const deleted = service.api.delete(`/tasks/${task.id}`).catch(() => undefined);
    await dieWhenHeld();
    await deleted;
    await cleanNextDay();
    const stored = await files();
    await service.start();
    const found = await service.api.get(`/tasks/${task.id}`);
    expect([found.status, stored.length]).toEqual([200, 1]);
    expect((await service.api.get(output.pathname + output.search)).status).toBe(200);
  });
});
