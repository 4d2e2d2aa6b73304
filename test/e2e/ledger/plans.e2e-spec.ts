import type { Pool, PoolClient } from 'pg';
import sharp from 'sharp';
import { DataSource } from 'typeorm';
import { connectionPool } from '../../../libs/platform/database/src/index.js';
import { QueueDatabase } from '../../../libs/platform/queue/src/queue-database.js';
import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';

const SKIN = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
const PRICE = 58;

type PlanNode = { 'Total Cost': number; Disabled?: boolean; Plans?: PlanNode[] };
type StatementPlan = { 'Query Text': string; Settings?: Record<string, string>; Plan: PlanNode };

/** https://www.postgresql.org/docs/18/auto-explain.html: the plan of each statement, of those in triggers too, as a notice. */
const EXPLAIN = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_settings': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

describe('the statements of a task', () => {
  let app: TestApp;
  let explained: TestApp;
  const plans: StatementPlan[] = [];

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    const name = new URL(app.databaseUrl).pathname.slice(1);
    for (const [setting, value] of Object.entries(EXPLAIN))
      await rowsOf(app.databaseUrl, `alter database ${name} set ${setting} = '${value}'`);
    explained = await TestApp.join(app);
    for (const pool of [connectionPool(explained.get(DataSource)), explained.get(QueueDatabase)['pool']])
      collectPlans(pool);
    await workThrough(explained);
  });
  afterAll(async () => {
    await explained.stop();
    await app.stop();
  });

  function collectPlans(pool: Pool): void {
    const known = new WeakSet<PoolClient>();
    pool.on('acquire', (client) => {
      if (known.has(client)) return;
      known.add(client);
      client.on('notice', ({ message = '' }) => {
        const [, plan] = /^duration: .* plan:\s*(\{.*)/s.exec(message) ?? [];
        if (plan) plans.push(JSON.parse(plan) as StatementPlan);
      });
    });
  }

  it('go by plans that are far too cheap to be compiled, and that nothing forbids', async () => {
    const [{ most } = { most: 0 }] = await rowsOf<{ most: number }>(
      app.databaseUrl,
      `select setting::float8 as most from pg_settings where name = 'jit_above_cost'`,
    );
    expect(most).toBeGreaterThan(0);
    const texts = plans.map((plan) => plan['Query Text']);
    for (const part of [
      'insert into credit_transfers',
      'from credit_policy',
      'update credit_grants',
      'update jobs j',
    ])
      expect(texts).toContainEqual(expect.stringContaining(part));
    const tooDear = plans.filter(({ Plan }) => Plan['Total Cost'] > most || isDisabled(Plan));
    expect([...new Set(tooDear.map((plan) => plan['Query Text']))]).toEqual([]);
  });

  it('run on connections that compile none', () => {
    const compiled = plans.filter(({ Settings }) => Settings?.['jit'] !== 'off');
    expect([...new Set(compiled.map((plan) => plan['Query Text']))]).toEqual([]);
  });
});

/** Submits and ends of a user with a limit and a grant, and refusals by either. */
async function workThrough(app: TestApp): Promise<void> {
  const admin = app.api.as(await app.caller({ isAdmin: true }));
  const { user, token } = await app.caller();
  const api = app.api.as(token);
  const create = { width: 8, height: 8, channels: 3 as const, background: '#886644' };
  const image = (await sharp({ create }).png().toBuffer()).toString('base64');
  await succeed(api, image);
  await admin.put(`/admin/users/${user.id}/limits`, { total: PRICE * 3 });
  await succeed(api, image);
  await admin.post(`/admin/users/${user.id}/grants`, { amount: PRICE });
  await succeed(api, image);
  expect((await api.post(SKIN, { image })).status).toBe(402);
  await admin.put(`/admin/users/${user.id}/limits`, {});
  expect((await api.post(SKIN, { image })).status).toBe(402);
}

async function succeed(api: ApiClient, image: string): Promise<void> {
  const { body } = await api.post(SKIN, { image });
  expect(await endedTask(api, body.data.task_id)).toMatchObject({ status: 'succeeded' });
}

function isDisabled({ Disabled, Plans = [] }: PlanNode): boolean {
  return Disabled === true || Plans.some(isDisabled);
}
