import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('POST /admin/settings/try-limit', () => {
  let app: TestApp;
  let admin: ApiClient;
  let ada: Caller;
  let bea: Caller;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    admin = app.api.as(await app.caller({ isAdmin: true }));
    [ada, bea] = [await app.caller(), await app.caller()];
  });
  afterAll(() => app.stop());

  const attempt = async (limit: string, value: number, days = 1): Promise<any> => {
    const { status, body } = await admin.post('/admin/settings/try-limit', { limit, value, days });
    expect(status).toBe(200);
    return body;
  };
  const query = (sql: string, values: unknown[]): Promise<any> => app.get(DataSource).query(sql, values);
  /** `ago` and `waited` in milliseconds. */
  const addTask = async (
    owner: { user_id?: string; source?: string },
    ago: number,
    waited: number,
    { credits = 10, status = 'succeeded' } = {},
  ): Promise<void> => {
    const created = new Date(Date.now() - ago);
    await query(
      `insert into tasks (id, kind, status, user_id, source, request, provider, credits, estimated_seconds, created_at, started_at)
       values ($1, 'image-relight', $2, $3, $4, '{}', 'local', $5, 1, $6, $7)`,
      [
        ...[uuidv7({ msecs: created.getTime() }), status, owner.user_id ?? null, owner.source ?? null],
        ...[credits, created, new Date(created.getTime() + waited)],
      ],
    );
  };

  it('counts the submits that would have found too many tasks waiting, of whom, and since when', async () => {
    // Three of Ada wait at the same time, then one alone; two of Bea follow each other.
    for (const ago of [50, 49, 48]) await addTask({ user_id: ada.user.id }, ago * MINUTE_MS, 10 * MINUTE_MS);
    await addTask({ user_id: ada.user.id }, 30 * MINUTE_MS, MINUTE_MS);
    for (const ago of [20, 10]) await addTask({ user_id: bea.user.id }, ago * MINUTE_MS, MINUTE_MS);
    await addTask({ user_id: bea.user.id }, 30 * HOUR_MS, MINUTE_MS);
    for (const ago of [9, 8]) await addTask({ source: 'a' }, ago * MINUTE_MS, 5 * MINUTE_MS);

    const two = await attempt('waiting_tasks_per_user', 2);
    expect(two).toEqual({
      known_from: 'tasks',
      since: expect.any(String),
      ...{ requests: 6, refused: 1, callers: 2, refused_callers: 1 },
    });
    expect(Date.now() - Date.parse(two.since)).toBeGreaterThan(23 * HOUR_MS);
    expect(await attempt('waiting_tasks_per_user', 1)).toMatchObject({ refused: 2, refused_callers: 1 });
    expect(await attempt('waiting_tasks_per_user', 3)).toMatchObject({ refused: 0, refused_callers: 0 });
    expect(await attempt('waiting_tasks_per_user', 3, 2)).toMatchObject({ requests: 7, callers: 2 });
    expect(await attempt('waiting_tasks_per_address', 1)).toMatchObject({
      ...{ requests: 2, refused: 1, callers: 1, refused_callers: 1 },
    });
  });

  it('counts the submits beyond a number of credits a day, without those that cost nothing', async () => {
    const cara = await app.caller();
    // All within one day of UTC, however late the test runs.
    const ago = Date.now() % (24 * HOUR_MS);
    const within = (part: number): number => ago - Math.floor(ago * part);
    for (const part of [0.2, 0.4, 0.6])
      await addTask({ user_id: cara.user.id }, within(part), 0, { credits: 500 });
    await addTask({ user_id: cara.user.id }, within(0.3), 0, { credits: 900, status: 'failed' });
    expect(await attempt('credits_per_day', 1_000)).toMatchObject({ refused: 1, refused_callers: 1 });
    expect(await attempt('credits_per_day', 499)).toMatchObject({ refused: 4, refused_callers: 1 });
    expect(await attempt('credits_per_day', 1_500)).toMatchObject({ refused: 0, refused_callers: 0 });
  });

  it('counts who has more stored now, without results', async () => {
    const add = (userId: string, purpose: string, bytes: number): Promise<unknown> =>
      query(
        `insert into assets (id, user_id, purpose, extension, content_type, bytes) values ($1, $2, $3, '.png', 'image/png', $4)`,
        [uuidv7(), userId, purpose, bytes],
      );
    await add(ada.user.id, 'upload', 3 * 1024 * 1024);
    await add(ada.user.id, 'input', 3 * 1024 * 1024);
    await add(bea.user.id, 'input', 1024);
    await add(bea.user.id, 'output', 9 * 1024 * 1024);
    expect(await attempt('stored_mb_per_user', 5)).toEqual({
      ...{ known_from: 'files', since: null, requests: null, refused: null },
      ...{ callers: 2, refused_callers: 1 },
    });
    expect(await attempt('stored_mb_per_user', 6)).toMatchObject({ refused_callers: 0 });
  });

  it('says that requests are not recorded', async () => {
    expect(await attempt('requests_per_minute', 60)).toMatchObject({ known_from: 'nothing', refused: null });
  });

  it('refuses what is no limit', async () => {
    const reply = await admin.post('/admin/settings/try-limit', { limit: 'patience', value: 0 });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});
