import { Client } from 'pg';
import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { waitingForLocks } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const SKIN = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
const PRICE = 58;
const CALLS = 200;
/** One submit or end in line, and one in each of the transactions that users share. */
const MOST_CONNECTIONS = 3;

describe('while the account of a user is locked', () => {
  let app: TestApp;
  /** Of the same service, with little patience. */
  let hasty: TestApp;
  let admin: ApiClient;
  let image: string;
  let holder: Client;
  let caller: Caller;
  let user: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false', DATABASE_STATEMENT_TIMEOUT_MS: '600000' });
    hasty = await TestApp.join(app, { RUN_JOBS: 'false', DATABASE_STATEMENT_TIMEOUT_MS: '300' });
    admin = app.api.as(await app.caller({ isAdmin: true }));
    const create = { width: 8, height: 8, channels: 3 as const, background: '#886644' };
    image = (await sharp({ create }).png().toBuffer()).toString('base64');
    holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
  });
  beforeEach(async () => {
    caller = await app.caller();
    user = app.api.as(caller);
  });
  afterEach(() => holder.query('rollback'));
  afterAll(async () => {
    await holder.end();
    await hasty.stop();
    await app.stop();
  });

  const submit = (api = user): Promise<Reply> => api.post(SKIN, { image });

  async function grant(tasks: number): Promise<void> {
    const { status } = await admin.post(`/admin/users/${caller.user.id}/grants`, { amount: PRICE * tasks });
    expect(status).toBe(201);
  }

  async function lockAccount(): Promise<void> {
    await holder.query('begin');
    await holder.query('select from credit_accounts where id = $1 for update', [caller.user.id]);
  }

  async function othersAreServed(of = app): Promise<string[]> {
    const other = of.api.as(await app.caller());
    const submits = await Promise.all(Array.from({ length: 4 }, () => submit(other)));
    expect(submits.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await other.get('/tasks')).body.tasks).toHaveLength(4);
    return submits.map(({ body }) => body.data.task_id as string);
  }

  it('its submits leave the connections to others, and are each accepted or refused rightly after that', async () => {
    await grant(10);
    await lockAccount();
    const submits = Array.from({ length: CALLS }, () => submit());
    await until(async () => (await waitingForLocks(app.databaseUrl)).length > 0);
    await othersAreServed();
    expect((await waitingForLocks(app.databaseUrl)).length).toBeLessThanOrEqual(MOST_CONNECTIONS);
    await holder.query('rollback');
    const statuses = (await Promise.all(submits)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(CALLS - 10).fill(402)]);
    expect((await user.get('/credits')).body).toMatchObject({
      available: 0,
      held: 10 * PRICE,
      open_tasks: 10,
    });
    expect((await admin.get('/admin/ledger/check')).status).toBe(200);
  });

  it('its submits are told when they waited too long, and nothing of them is stored', async () => {
    await grant(40);
    await lockAccount();
    const replies = await Promise.all(Array.from({ length: 40 }, () => submit(hasty.api.as(caller))));
    for (const { status, headers, body } of replies)
      expect([status, headers.get('retry-after'), body.error]).toEqual([503, '5', 'unavailable']);
    await holder.query('rollback');
    expect((await user.get('/credits')).body).toMatchObject({ available: 40 * PRICE, open_tasks: 0 });
    expect((await user.get('/tasks')).body.tasks).toEqual([]);
    expect((await submit()).status).toBe(200);
  });

  it('its cancels leave the connections to others', async () => {
    await grant(8);
    const tasks = await Promise.all(Array.from({ length: 8 }, () => submit()));
    await lockAccount();
    const cancels = tasks.map(({ body }) => user.post(`/tasks/${body.data.task_id}/cancel`));
    await until(async () => (await waitingForLocks(app.databaseUrl)).length > 0);
    await othersAreServed();
    await holder.query('rollback');
    for (const { status } of await Promise.all(cancels)) expect(status).toBe(200);
    expect((await user.get('/credits')).body).toMatchObject({ available: 8 * PRICE, held: 0 });
  });

  it('tasks of others end, and its own after that', async () => {
    await grant(4);
    const own = await Promise.all(Array.from({ length: 4 }, () => submit()));
    await lockAccount();
    const worker = await TestApp.join(app, { IMAGE_ENGINE_THREADS: '4' });
    try {
      await until(async () => (await waitingForLocks(app.databaseUrl)).length > 0);
      for (const id of await othersAreServed(worker))
        expect(await endedTask(admin, id)).toMatchObject({ status: 'succeeded' });
      await holder.query('rollback');
      for (const { body } of own)
        expect(await endedTask(user, body.data.task_id)).toMatchObject({ status: 'succeeded' });
      expect((await user.get('/credits')).body).toMatchObject({ spent: 4 * PRICE, held: 0 });
    } finally {
      await holder.query('rollback');
      await worker.stop();
    }
  });
});
