import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { REVENUE, WITHOUT_TOKEN } from '../../../libs/accounts/ledger/src/account-ids.js';
import { SweepHoldsJob } from '../../../libs/media/work/src/tasks/jobs/sweep-holds.job.js';
import { endedTask } from '../../support/ended-task.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';

const SKIN = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
const PRICE = 58;

type Entry = { type: string; amount: number };

describe('the credits of a task', () => {
  let app: TestApp;
  let second: TestApp;
  let image: string;

  beforeAll(async () => {
    app = await TestApp.start();
    second = await TestApp.join(app, { RUN_JOBS: 'false' });
    const create = { width: 8, height: 8, channels: 3 as const, background: '#886644' };
    image = (await sharp({ create }).png().toBuffer()).toString('base64');
  });
  afterAll(async () => {
    await second.stop();
    await app.stop();
  });

  const submit = (caller: Caller, of = app): Promise<Reply> => of.api.as(caller).post(SKIN, { image });

  function entriesOf(taskId: string): Promise<Entry[]> {
    return rowsOf<Entry>(
      app.databaseUrl,
      'select type, amount from credit_transfers where id = $1 or resolves = $1 order by id',
      [taskId],
    );
  }

  async function limit({ user }: Caller, allowed: number, period = 'total'): Promise<void> {
    const sql = 'insert into credit_limits (id, user_id, period, allowed) values ($1, $2, $3, $4)';
    await rowsOf(app.databaseUrl, sql, [randomUUID(), user.id, period, allowed]);
  }

  it('are held at its submit and taken at its success', async () => {
    const caller = await app.caller();
    const taskId = (await submit(caller)).body.data.task_id as string;
    expect((await entriesOf(taskId))[0]).toEqual({ type: 'hold', amount: PRICE });
    await endedTask(app.api.as(caller), taskId);
    expect(await entriesOf(taskId)).toEqual([
      { type: 'hold', amount: PRICE },
      { type: 'post', amount: PRICE },
    ]);
  });

  it('are given back once when it is canceled, and deleted after that', async () => {
    const api = app.api.as(await app.caller());
    const body = { model: 'vq1', images: [image], prompt: 'x', resolution: '1080p' };
    const { task_id: taskId, credits } = (await api.post('/proxy/vidprov/start-end2video', body)).body;
    expect((await api.post(`/tasks/${taskId}/cancel`)).status).toBe(200);
    expect((await api.post(`/tasks/${taskId}/cancel`)).status).toBe(409);
    expect((await api.delete(`/tasks/${taskId}`)).status).toBe(204);
    expect(await entriesOf(taskId)).toEqual([
      { type: 'hold', amount: credits },
      { type: 'void', amount: 0 },
    ]);
  });

  it('beyond a limit are refused before anything is stored', async () => {
    const caller = await app.caller();
    await limit(caller, PRICE + 10);
    expect((await submit(caller)).status).toBe(200);
    const refused = await submit(caller);
    expect([refused.status, refused.body]).toEqual([
      402,
      {
        error: 'credits_exhausted',
        message: `This costs ${PRICE} credits, but the balance of your total limit of ${PRICE + 10} is 10.`,
      },
    ]);
    const stored = await rowsOf(
      app.databaseUrl,
      'select (select count(*)::int from tasks where user_id = $1) as tasks, (select count(*)::int from assets a where a.user_id = $1 and a.task_id not in (select id from tasks)) as files',
      [caller.user.id],
    );
    expect(stored).toEqual([{ tasks: 1, files: 0 }]);
  });

  it('never go beyond a limit, nor are refused while any are left, however many race', async () => {
    const caller = await app.caller();
    await limit(caller, PRICE * 10 + 1);
    const replies = await Promise.all(
      Array.from({ length: 8 }, async (_, lane) => {
        const own: number[] = [];
        for (let count = 0; count < 4; count += 1)
          own.push((await submit(caller, lane % 2 === 0 ? app : second)).status);
        return own;
      }),
    );
    const statuses = replies.flat().sort();
    expect(statuses).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 22 }, () => 402),
    ]);
    const [counter] = await rowsOf<{ used: number }>(
      app.databaseUrl,
      'select used::int from credit_counters c join credit_limits l on l.id = c.limit_id where l.user_id = $1',
      [caller.user.id],
    );
    expect(counter?.used).toBe(PRICE * 10);
  });

  it('are given back when their task is gone, once their time has passed', async () => {
    const [lost, kept] = [
      randomUUID(),
      (await submit(await app.caller(), second)).body.data.task_id as string,
    ];
    await rowsOf(
      app.databaseUrl,
      `insert into credit_transfers (id, type, debit_account, credit_account, amount, kind, provider, expires_at)
       values ($1, 'hold', $2, $3, 7, 'image-relight', 'local', now() - interval '1 s')`,
      [lost, WITHOUT_TOKEN, REVENUE],
    );
    await app.get(SweepHoldsJob).run();
    expect(await entriesOf(lost)).toEqual(expect.arrayContaining([{ type: 'void', amount: 0 }]));
    expect((await entriesOf(kept)).filter(({ type }) => type === 'void')).toEqual([]);
  });

  it('are in a book whose entries nobody changes', async () => {
    for (const change of ['update credit_transfers set amount = 0', 'delete from credit_transfers'])
      await expect(rowsOf(app.databaseUrl, change)).rejects.toThrow('is changed by adding transfers only');
  });
});
