import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { NO_TRANSACTION } from '#libs/platform/database';
import { TaskKinds } from '../../../libs/media/work/src/tasks/task-kinds.js';
import { AccessTokensService } from '#libs/accounts/users';
import { contractProblem } from '../../support/api-contract.js';
import { type FormerDatabase, formerDatabase } from '../../support/former-database.js';
import { Program } from '../../support/program.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';

/** The last one before the ledger, orders of vendors, retention and webhook endpoints. */
const BEFORE = '1763930800000';
const [ADA, TOKEN, NOBODY_TASK] = [randomUUID(), randomUUID(), uuidv7()];
const DAY = '2026-10-05';
const PRICE = 10;
const KINDS = [
  ...[
    'image-relight',
    'image-style-transfer',
    'music-from-text',
    'music-from-video',
    'skin-enhancer-creative',
  ],
  ...[
    'skin-enhancer-faithful',
    'skin-enhancer-flexible',
    'video-extend',
    'video-reference',
    'video-start-end',
  ],
];
/** The statuses that there were, with the steps to each, and what becomes of the price. */
const STATUSES: Record<string, { steps: string[]; order?: string }> = {
  created: { steps: ['created'] },
  queued: { steps: ['created', 'queued'], order: 'waiting' },
  processing: { steps: ['created', 'queued', 'processing'], order: 'intended' },
  succeeded: { steps: ['created', 'processing', 'succeeded'], order: 'submitted' },
  failed: { steps: ['created', 'processing', 'failed'], order: 'intended' },
  canceled: { steps: ['created', 'canceled'], order: 'waiting' },
};
const OPEN = ['created', 'queued', 'processing'];

type Former = { id: string; kind: string; status: string; provider: string; at: Date };
const TASKS: Former[] = KINDS.flatMap((kind) =>
  Object.keys(STATUSES).map((status) => ({ kind, status })),
).map((task, index) => {
  const at = new Date(Date.parse(`${DAY}T12:00Z`) + index * 1_000);
  const provider = (index + Math.floor(index / 6)) % 2 === 0 ? 'local' : 'upstream';
  return { ...task, id: uuidv7({ msecs: at.getTime() }), provider, at };
});

/** Rows as the service of that time left them. */
async function putRows(database: Client): Promise<void> {
  await database.query(
    `insert into users (id, name, email, is_admin, is_approved) values ($1, 'ada', 'ada@example.com', false, true)`,
    [ADA],
  );
  for (const [index, task] of TASKS.entries()) {
    const isOpen = OPEN.includes(task.status);
    const output = task.status === 'succeeded' ? randomUUID() : undefined;
    const { at } = task;
    await database.query(
      `insert into tasks (id, kind, status, user_id, token_id, request, provider, outputs, error_code, error_message, progress,
                          credits, estimated_seconds, callback_url, created_at, started_at, finished_at, run)
       values ($1, $2, $3, $4, $5, '{}', $6, $7, $8, $8, $9, $10, 5, 'https://hooks.example/x', $11::timestamptz,
               $11::timestamptz + interval '1 s', case when $12 then null else $11::timestamptz + interval '3 s' end, 1)`,
      [
        ...[task.id, task.kind, task.status, ADA, TOKEN, task.provider],
        JSON.stringify(output ? [{ role: 'image', assetId: output }] : []),
        ...[task.status === 'failed' ? 'upstream_error' : null, output ? 100 : 0, PRICE, at, isOpen],
      ],
    );
    for (const [seq, status] of (STATUSES[task.status]?.steps ?? []).entries())
      await database.query(
        `insert into task_events (task_id, seq, status, created_at)
         values ($1, $2::int, $3, $4::timestamptz + $2::int * interval '1 s')`,
        [task.id, seq, status, at],
      );
    if (output)
      await database.query(
        `insert into assets (id, user_id, task_id, purpose, extension, content_type, bytes, created_at)
         values ($1, $2, $3, 'output', 'png', 'image/png', 99, $4)`,
        [output, ADA, task.id, at],
      );
    const order = STATUSES[task.status]?.order;
    if (task.provider === 'upstream' && order)
      await database.query(
        `insert into provider_operations (task_id, state, idempotency_key, vendor_id, created_at, submitted_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [task.id, order, randomUUID(), order === 'submitted' ? `v-${index}` : null, at, at],
      );
    const delivery = uuidv7();
    await database.query(
      `insert into webhook_deliveries (id, task_id, seq, user_id, url, body, status, attempt_count, created_at)
       values ($1, $2, 1, $3, 'https://hooks.example/x', '{}', 'delivered', 1, $4)`,
      [delivery, task.id, ADA, at],
    );
    await database.query(
      `insert into webhook_attempts (id, delivery_id, started_at, duration_ms, response_status)
       values ($1, $2, $3, 20, 204)`,
      [uuidv7(), delivery, at],
    );
  }
  await database.query(
    `insert into tasks (id, kind, status, request, provider, credits, estimated_seconds, source, created_at, finished_at)
     values ($1, 'video-start-end', 'succeeded', '{}', 'local', 7, 1, 'address', $2, $2)`,
    [NOBODY_TASK, `${DAY}T12:00Z`],
  );
  await database.query(
    `insert into tasks (id, kind, status, user_id, request, provider, credits, estimated_seconds, created_at, finished_at, deleted_at)
     values ($1, 'image-relight', 'canceled', $2, '{}', 'local', $3, 1, $4, $4, $4)`,
    [uuidv7(), ADA, PRICE, `${DAY}T12:00Z`],
  );
}

describe('the tasks of a database that had no ledger', () => {
  let database: FormerDatabase;
  let app: TestApp;
  let ada: ApiClient;
  let admin: ApiClient;

  beforeAll(async () => {
    database = await formerDatabase(BEFORE, { isEmpty: true });
    await putRows(database.client);
    expect(await Program.start('migrate', { DATABASE_URL: database.url }).end()).toBe(0);
    app = await TestApp.start({ DATABASE_URL: database.url, RUN_JOBS: 'false' });
    const issued = await app
      .get(AccessTokensService)
      .issue(NO_TRANSACTION, { userId: ADA, name: 'new', scopes: ['media'] });
    ada = app.api.as(issued.text);
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(async () => {
    await (app as TestApp | undefined)?.stop();
    await database.drop();
  });

  const of = (...statuses: string[]): number =>
    TASKS.filter(({ status }) => statuses.includes(status)).length;
  const checked = async (route: string, path: string, api = ada): Promise<any> => {
    const reply = await api.get(path);
    expect([reply.status, contractProblem(route, reply)]).toEqual([200, undefined]);
    return reply.body;
  };

  it('are of kinds that there still are', () =>
    expect(app.get(TaskKinds).names()).toEqual(expect.arrayContaining([...KINDS])));

  it('are in the book, each once: held while they go on, taken or given back where they have ended', async () => {
    expect(await checked('GET /credits', '/credits')).toMatchObject({
      ...{ prepaid: false, granted: 0, limits: [] },
      ...{ held_for_tasks: of(...OPEN) * PRICE, open_tasks: of(...OPEN) },
    });
    const types: Record<string, string[]> = {};
    for (let cursor = ''; ;) {
      const page = await checked('GET /credits/statement', `/credits/statement?limit=100${cursor}`);
      for (const { task_id, type, amount } of page.entries) (types[task_id] ??= []).push(`${type} ${amount}`);
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(Object.keys(types)).toHaveLength(TASKS.length + 1);
    for (const { id, status } of TASKS) {
      const end = status === 'succeeded' ? [`post ${PRICE}`] : OPEN.includes(status) ? [] : ['void 0'];
      expect([status, types[id]]).toEqual([status, [...end, `hold ${PRICE}`]]);
    }
    expect(await checked('GET /admin/ledger/check', '/admin/ledger/check', admin)).toMatchObject({
      balanced: true,
    });
  });

  it('are in the usage of their day', async () => {
    const period = `from=${DAY}&to=${DAY}`;
    const total = {
      ...{ tasks: TASKS.length + 1, succeeded: of('succeeded'), failed: of('failed', 'canceled') + 1 },
      ...{ credits: of('succeeded') * PRICE, held: of(...OPEN) * PRICE },
    };
    const usage = await checked('GET /usage', `/usage?${period}&group_by=kind,provider`);
    expect(usage.total).toEqual(total);
    expect(usage.usage).toHaveLength(KINDS.length * 2);
    const all = await checked('GET /admin/usage', `/admin/usage?${period}&group_by=user`, admin);
    expect(all.usage).toEqual([
      { user_id: ADA, user_name: 'ada', ...total },
      { user_id: null, user_name: null, tasks: 1, succeeded: 1, failed: 0, credits: 7, held: 0 },
    ]);
  });

  it('are listed by kind and status, and shown with their timeline', async () => {
    for (const kind of KINDS) {
      const { tasks } = await checked('GET /tasks', `/tasks?kind=${kind}`);
      expect(tasks.map(({ status }: any) => status)).toEqual(Object.keys(STATUSES).toReversed());
    }
    for (const status of Object.keys(STATUSES)) {
      const { tasks } = await checked('GET /tasks', `/tasks?status=${status}&limit=100`);
      expect(tasks).toHaveLength(KINDS.length);
    }
    for (const { id, status, kind } of TASKS) {
      const task = await checked('GET /tasks/{id}', `/tasks/${id}`);
      expect(task).toMatchObject({ id, kind, status, expires_at: null, expired_at: null });
      expect(task.outputs).toHaveLength(status === 'succeeded' ? 1 : 0);
      const steps = task.timeline.map(({ step }: any) => step);
      expect(steps).toEqual(expect.arrayContaining(['submitted', 'reserved', 'webhook']));
      const ends = OPEN.includes(status) ? [] : [status === 'succeeded' ? 'settled' : 'released', status];
      expect(steps).toEqual(expect.arrayContaining(ends));
      await checked('GET /tasks/{id}', `/tasks/${id}`, admin);
    }
    expect((await app.api.get(`/tasks/${NOBODY_TASK}`)).body).toMatchObject({ status: 'succeeded' });
  });

  it('go on as others do: one that is canceled gives back what it held', async () => {
    const before = (await ada.get('/credits')).body.held_for_tasks;
    const open = TASKS.filter(({ status }) => OPEN.includes(status));
    for (const { id } of open) expect((await ada.post(`/tasks/${id}/cancel`)).status).toBe(200);
    expect(before).toBe(open.length * PRICE);
    expect((await ada.get('/credits')).body).toMatchObject({ held_for_tasks: 0, open_tasks: 0 });
    expect(
      await rowsOf(
        database.url,
        `select from vendor_orders where state = 'waiting' or outcome is null and state = 'ended'`,
      ),
    ).toEqual([]);
    expect((await admin.get('/admin/ledger/check')).body).toMatchObject({ balanced: true });
  });
});
