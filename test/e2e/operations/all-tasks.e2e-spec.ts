import { v7 as uuidv7 } from 'uuid';
import { ExpireTasksJob } from '#libs/media/work';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor } from '../../support/fake-vendor.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const WORDS = 'The engine fell over';
const DAY_MS = 24 * 60 * 60 * 1_000;

describe('the tasks of all users', () => {
  let vendor: FakeVendor;
  let app: TestApp;
  let ada: Caller;
  let bob: Caller;
  let admin: ApiClient;

  beforeAll(async () => {
    vendor = await FakeVendor.start(({ method }) =>
      method === 'POST'
        ? { json: { data: { task_id: 'job-1', status: 'CREATED' } } }
        : { json: { data: { task_id: 'job-1', status: 'FAILED', error: WORDS } } },
    );
    app = await TestApp.start(
      {
        LOG_LEVEL: 'warn',
        LOG_FORMAT: 'json',
        IMGPROV_BASE_URL: vendor.url,
        IMGPROV_API_KEY: 'vendor-key-0123456789',
        IMGPROV_POLL_SECONDS: '0',
      },
      { logTo: { write: () => undefined } },
    );
    ada = await app.caller({ name: 'Ada' });
    bob = await app.caller({ name: 'Bob' });
    admin = app.api.as(await app.caller({ name: 'Root', isAdmin: true }));
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });

  /** A task that the vendor takes, and then cannot do. */
  async function failedTask(caller: Caller): Promise<string> {
    const { body } = await app.api.as(caller).post(RELIGHT, { image: TINY_PNG, prompt: 'warm' });
    await endedTask(app.api.as(caller), body.data.task_id);
    return body.data.task_id;
  }

  /** A task as a row; the id has the time of its creation. */
  async function storedTask(caller: Caller, fields: Record<string, unknown>): Promise<string> {
    const createdAt = new Date((fields.created_at as string | undefined) ?? Date.now());
    const row = {
      ...{ id: uuidv7({ msecs: createdAt.getTime() }), user_id: caller.user.id, kind: 'image-relight' },
      ...{ status: 'succeeded', request: {}, provider: 'local', credits: 10, estimated_seconds: 5 },
      ...fields,
      created_at: createdAt,
    };
    await rowsOf(
      app.databaseUrl,
      `insert into tasks (${Object.keys(row).join(', ')})
       select ${Object.keys(row).join(', ')} from jsonb_populate_record(null::tasks, $1)`,
      [JSON.stringify(row)],
    );
    return row.id as string;
  }

  async function idsOf(query: string): Promise<string[]> {
    const { status, body } = await admin.get(`/admin/tasks?limit=100&${query}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.tasks.map(({ id }: { id: string }) => id);
  }

  it('have who, what, where, how it ended, its price and its times', async () => {
    const id = await failedTask(ada);
    const { body } = await admin.get(`/admin/tasks?status=any&user_id=${ada.user.id}&limit=1`);
    expect(body.tasks).toEqual([
      {
        id,
        kind: 'image-relight',
        status: 'failed',
        user_id: ada.user.id,
        user_name: 'Ada',
        vendor: 'upstream',
        model: null,
        credits: 0,
        error_code: 'upstream_error',
        error_message: expect.stringContaining(WORDS),
        created_at: expect.any(String),
        started_at: expect.any(String),
        finished_at: expect.any(String),
        waited_ms: expect.any(Number),
        worked_ms: expect.any(Number),
        orders: [expect.objectContaining({ attempt: 1, vendor: 'upstream', outcome: 'failed' })],
      },
    ]);
  });

  it('are the uncertain ones without a status, as before', async () => {
    await storedTask(ada, {});
    const uncertain = await storedTask(ada, { status: 'uncertain', error_code: 'upstream_outcome_unknown' });
    expect(await idsOf('')).toEqual([uncertain]);
    expect(await idsOf('status=uncertain')).toEqual([uncertain]);
  });

  it('can be filtered by user, kind, vendor, status, error and price', async () => {
    const cheap = await storedTask(bob, { kind: 'video-extend', provider: 'acme', credits: 5 });
    const dear = await storedTask(bob, { kind: 'video-extend', provider: 'acme', credits: 5_000 });
    const failed = await storedTask(bob, { status: 'failed', error_code: 'odd', credits: 9_000 });
    const user = `status=any&user_id=${bob.user.id}`;
    expect(await idsOf(user)).toEqual([failed, dear, cheap]);
    expect(await idsOf('status=any&kind=video-extend')).toEqual([dear, cheap]);
    expect(await idsOf('status=any&vendor=acme')).toEqual([dear, cheap]);
    expect(await idsOf(`status=failed&user_id=${bob.user.id}`)).toEqual([failed]);
    expect(await idsOf('status=any&error_code=odd')).toEqual([failed]);
    // What failed costs nothing.
    expect(await idsOf('status=any&credits_min=5000')).toEqual([dear]);
    expect(await idsOf(`${user}&kind=video-extend&credits_min=5&vendor=acme`)).toEqual([dear, cheap]);
  });

  it('can be filtered by when they were created', async () => {
    const first = await storedTask(ada, { created_at: '2026-01-02T10:00:00.000Z' });
    const second = await storedTask(ada, { created_at: '2026-01-02T10:00:00.001Z' });
    const third = await storedTask(ada, { created_at: '2026-01-03T00:00:00.000Z' });
    const day = 'status=any&created_after=2026-01-02T00:00:00Z&created_before=2026-01-03T00:00:00Z';
    expect(await idsOf(day)).toEqual([second, first]);
    expect(await idsOf('status=any&created_before=2026-01-02T10:00:00.001Z')).toEqual([first]);
    expect(
      await idsOf('status=any&created_after=2026-01-02T10:00:00.001Z&created_before=2026-02-01T00:00:00Z'),
    ).toEqual([third]);
  });

  it('are read page by page, each once', async () => {
    const { user } = await app.caller();
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift(await storedTask({ user, token: '' }, {}));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await admin.get(
        `/admin/tasks?status=any&user_id=${user.id}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...body.tasks.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(made);
  });

  it.each(['status=none', 'user_id=x', 'credits_min=-1', 'created_after=yesterday', 'cursor=1'])(
    'refuse %s',
    async (query) => {
      expect(await admin.get(`/admin/tasks?${query}`)).toMatchObject({ status: 400 });
    },
  );

  it('are for admins only, one by one, too', async () => {
    const id = await storedTask(ada, {});
    for (const path of ['/admin/tasks?status=any', `/admin/tasks/${id}`])
      expect(await app.api.as(ada).get(path)).toMatchObject({ status: 403 });
    expect(await admin.get(`/admin/tasks/${uuidv7()}`)).toMatchObject({
      status: 404,
      body: { error: 'task_not_found' },
    });
  });

  describe('one of them', () => {
    const logOf = async (id: string): Promise<any[]> => (await admin.get(`/admin/tasks/${id}`)).body.log;

    it('has what was logged about it, without secrets', async () => {
      const id = await failedTask(ada);
      await until(async () => (await logOf(id)).length > 0);
      const { body } = await admin.get(`/admin/tasks/${id}`);
      expect(body).toMatchObject({
        id,
        user_name: 'Ada',
        orders: [{ vendor: 'upstream' }],
        deleted_at: null,
      });
      expect(body.log).toEqual([
        {
          logged_at: expect.any(String),
          level: 'warn',
          message: 'A task failed',
          details: expect.objectContaining({ code: 'upstream_error', provider: 'upstream' }),
        },
      ]);
      expect(JSON.stringify(body.log)).not.toContain(WORDS);
    });

    it('is there when its user has deleted it, without its log', async () => {
      const id = await failedTask(ada);
      await until(async () => (await logOf(id)).length > 0);
      await app.api.as(ada).delete(`/tasks/${id}`);
      expect(await admin.get(`/tasks/${id}`)).toMatchObject({ status: 404 });
      const { body } = await admin.get(`/admin/tasks/${id}`);
      expect(body).toMatchObject({ id, status: 'failed', deleted_at: expect.any(String), log: [] });
      expect(await idsOf(`status=any&user_id=${ada.user.id}`)).not.toContain(id);
    });

    it('loses its log after thirty days', async () => {
      const id = await failedTask(ada);
      await until(async () => (await logOf(id)).length > 0);
      const forget = () => app.get(ExpireTasksJob).run({}, { signal: new AbortController().signal } as never);
      await forget();
      expect(await logOf(id)).toHaveLength(1);
      app.passTime(31 * DAY_MS);
      await forget();
      expect(await logOf(id)).toEqual([]);
    });
  });
});
