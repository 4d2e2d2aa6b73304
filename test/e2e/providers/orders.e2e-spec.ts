import sharp from 'sharp';
import { DataSource } from 'typeorm';
import { OrderFollower } from '../../../libs/media/providers/src/orders/order-follower.js';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor, type VendorAnswer, type VendorCall } from '../../support/fake-vendor.js';
import { Simulator } from '../../support/simulator.js';
import { drain } from '../../support/jobs.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { events, form, TEXT_PATH } from '../music-proxy/music-calls.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const PRICE = 22;

let image: string;
let made: Buffer;
beforeAll(async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 24, height: 16, channels: 3, background } })
      .png()
      .toBuffer();
  image = (await picture('#806040')).toString('base64');
  made = await picture('#2040c0');
});

const relight = async (api: ApiClient, extra: object = {}): Promise<string> => {
  const reply = await api.post(RELIGHT, { image, ...extra });
  expect(reply.status).toBe(200);
  return reply.body.data.task_id;
};
const follow = (app: TestApp) => app.get(OrderFollower).followDue(new AbortController().signal);
const costsOf = async (app: TestApp, taskId: string): Promise<number[]> => {
  const rows = await app
    .get(DataSource)
    .query<{ amount: string }[]>(`select amount from credit_transfers where type = 'cost' and task_id = $1`, [
      taskId,
    ]);
  return rows.map(({ amount }) => Number(amount));
};

function settings(url: string, extra: Record<string, string> = {}): Record<string, string> {
  return {
    IMGPROV_BASE_URL: url,
    IMGPROV_API_KEY: 'vendor-key',
    IMGPROV_POLL_SECONDS: '0',
    IMGPROV_TIMEOUT_MS: '300',
    ...extra,
  };
}

describe('an order whose answer was lost, at a vendor that can be asked by our reference', () => {
  const LOOKUP = {
    IMGPROV_PATHS: 'lookup=/lookup/{reference}',
    IMGPROV_REFERENCE_HEADER: 'X-Reference',
  };
  let vendor: FakeVendor;
  let app: TestApp;
  let ada: ApiClient;
  beforeAll(async () => {
    vendor = await FakeVendor.start();
    app = await TestApp.start(settings(vendor.url, LOOKUP));
    ada = app.api.as(await app.caller());
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });

  /** A vendor that stores orders by reference; `lose` decides what happens to a submission before it is taken, and after. */
  function keeping(lose: (n: number) => { before?: VendorAnswer; after?: VendorAnswer }): void {
    const taken = new Map<string, string>();
    const task = (id: string, status: string) => ({
      json: {
        data: {
          task_id: id,
          status,
          credits: 7,
          generated: status === 'COMPLETED' ? [`${vendor.url}/out.png`] : [],
        },
      },
    });
    vendor.reset(({ method, path, headers }: VendorCall, n): VendorAnswer => {
      if (path === '/out.png') return { raw: made, headers: { 'content-type': 'image/png' } };
      if (method === 'POST') {
        const { before, after } = lose(n);
        if (before) return before;
        const id = `order-${taken.size + 1}`;
        taken.set(String(headers['x-reference']), id);
        return after ?? task(id, 'CREATED');
      }
      const reference = /^\/lookup\/(.+)$/.exec(path)?.[1];
      if (reference === undefined) return task(path.split('/').at(-1) ?? '', 'COMPLETED');
      const id = taken.get(reference);
      return id === undefined ? { status: 404, json: { error: 'not_found' } } : task(id, 'IN_PROGRESS');
    });
  }
  const orders = () => vendor.callsOf('POST');

  it.each<[string, VendorAnswer]>([
    ['the connection broke', { hangUp: true }],
    ['the answer came too late', { delayMs: 700, json: {} }],
    ['the answer made no sense', { raw: '<html>' }],
    ['a gateway answered', { status: 502, raw: 'Bad gateway' }],
    ['the vendor broke down', { status: 500, raw: 'Oh' }],
  ])('is found where %s, and not sent again', async (_, after) => {
    keeping(() => ({ after }));
    const id = await relight(ada);
    expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded', credits: 7 });
    expect(orders()).toHaveLength(1);
    expect(await costsOf(app, id)).toEqual([7]);
  });

  it('is sent again under another reference when the vendor has none, once it cannot be on its way', async () => {
    keeping((n) => (n === 0 ? { before: { hangUp: true } } : {}));
    const id = await relight(ada);
    expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
    const [first, second, ...more] = orders().map(({ headers }) => headers['x-reference']);
    expect(more).toEqual([]);
    expect(second).not.toBe(first);
    const asked = vendor.calls.filter(({ path }) => path === `/lookup/${first}`);
    expect(asked.length).toBeGreaterThan(1);
    expect(await costsOf(app, id)).toEqual([7]);
  });

  it('is not sent at all after a crash when the vendor has it', async () => {
    keeping(() => ({}));
    const database = app.get(DataSource);
    // The trigger plays a process that died right after its submission, whose row says so.
    await database.query(`
      create function sent() returns trigger language plpgsql as $$
        begin new.state := 'intended'; new.ordered_at := now(); return new; end $$;
      create trigger sent before insert on vendor_orders for each row when (new.attempt = 1)
        execute function sent()`);
    try {
      const id = await relight(ada);
      expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
      expect(orders()).toHaveLength(1);
      expect(vendor.calls[0]?.path).toBe(`/lookup/${await firstReference(id)}`);
    } finally {
      await database.query('drop trigger sent on vendor_orders; drop function sent');
    }
  });

  it('is first looked at after a minute when its task was canceled just before it was written down', async () => {
    keeping(() => ({}));
    vendor.script = ({ method, path }) =>
      method === 'GET' && /order-1|lookup/.test(path)
        ? { json: { data: { task_id: 'order-1', status: 'COMPLETED', credits: 7 } } }
        : { status: 404 };
    const database = app.get(DataSource);
    // Plays a submission on its way while its task is canceled and its process dies.
    await database.query(`
      create function be_slow() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock_shared(4711);
          new.state := 'intended'; new.ordered_at := now(); return new;
        end $$;
      create trigger be_slow before insert on vendor_orders for each row execute function be_slow()`);
    const holder = database.createQueryRunner();
    await holder.query('select pg_advisory_lock(4711)');
    const waits = `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`;
    let id: string;
    try {
      id = await relight(ada);
      await until(async () => (await database.query(waits)).length === 1);
      expect((await ada.post(`/tasks/${id}/cancel`)).status).toBe(200);
    } finally {
      await holder.query('select pg_advisory_unlock(4711)');
      await holder.release();
    }
    await until(async () => (await firstReference(id)) !== '');
    await drain(app);
    await database.query('drop trigger be_slow on vendor_orders; drop function be_slow');

    const looksAfter = async (ms: number): Promise<number> => {
      vendor.calls.length = 0;
      app.passTime(ms);
      await follow(app);
      return vendor.calls.length;
    };
    try {
      expect(await looksAfter(50_000)).toBe(0);
      expect(await looksAfter(11_000)).toBe(1);
      expect(vendor.calls[0]?.path).toBe(`/lookup/${await firstReference(id)}`);
      expect(await costsOf(app, id)).toEqual([]);
      expect(await looksAfter(60_000)).toBe(1);
      expect(await costsOf(app, id)).toEqual([7]);
      expect(await looksAfter(600_000)).toBe(0);
    } finally {
      app.passTime(-721_000);
    }
    expect((await ada.get(`/tasks/${id}`)).body).toMatchObject({ status: 'canceled', credits: 0 });
  });

  async function firstReference(taskId: string): Promise<string> {
    const [row] = await app
      .get(DataSource)
      .query<{ reference: string }[]>(
        'select reference from vendor_orders where task_id = $1 and attempt = 1',
        [taskId],
      );
    return row?.reference ?? '';
  }
});

describe('an order whose answer was lost, at a vendor that cannot be asked', () => {
  let vendor: Simulator;
  let app: TestApp;
  let ada: ApiClient;
  let admin: ApiClient;
  beforeAll(async () => {
    vendor = await Simulator.start();
    app = await TestApp.start(settings(vendor.url));
    ada = app.api.as(await app.caller());
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  beforeEach(() => vendor.faults({ drop_after: 1 }));
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });

  const uncertain = async (extra: object = {}): Promise<string> => {
    const id = await relight(ada, extra);
    expect(await endedTask(ada, id)).toMatchObject({ status: 'uncertain', credits: PRICE });
    await vendor.faults({ drop_after: 0 });
    return id;
  };
  const resolve = (id: string, body: object) => admin.post(`/admin/tasks/${id}/resolve`, body);
  const lastBooked = async () => (await vendor.book()).at(-1);

  it('is counted', async () => {
    const count = async (): Promise<number> => {
      const text = (await admin.get('/metrics')).bytes.toString();
      return Number(/^tasks_uncertain_total\{kind="image-relight".*\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    await uncertain();
    await until(async () => (await count()) === before + 1);
  });

  it('is listed for admins with what they need to ask the vendor', async () => {
    const id = await uncertain();
    const { body } = await admin.get('/admin/tasks?status=uncertain&limit=1');
    expect(body).toMatchObject({
      tasks: [
        {
          id,
          status: 'uncertain',
          error_code: 'upstream_outcome_unknown',
          orders: [
            {
              attempt: 1,
              vendor: 'upstream',
              state: 'intended',
              outcome: null,
              ordered_at: expect.any(String),
            },
          ],
        },
      ],
    });
  });

  it('is fetched by the id that an admin has found, and its caller is told in order', async () => {
    const hook = await WebhookReceiver.start();
    try {
      const id = await uncertain({ webhook_url: hook.url });
      const found = (await lastBooked())?.order_id;
      const reply = await resolve(id, {
        outcome: 'ran',
        vendor_id: found,
        reason: 'Found in their list',
      });
      expect(reply).toMatchObject({ status: 200, body: { id, status: 'processing', error_code: null } });
      const task = await endedTask(ada, id);
      const order = await lastBooked();
      expect(task).toMatchObject({ status: 'succeeded', error_code: null, credits: order?.credits });
      expect((await ada.get(task.outputs[0].url)).bytes.toString('latin1')).toContain(found);
      const calls = await hook.received(2);
      expect(calls.map(({ body }) => JSON.parse(body).status)).toEqual(['IN_PROGRESS', 'COMPLETED']);
      expect(await costsOf(app, id)).toEqual([order?.credits]);
      const { entries } = (await admin.get(`/admin/audit?target_kind=task&target_id=${id}`)).body;
      expect(entries).toMatchObject([
        {
          action: 'task.resolve',
          reason: 'Found in their list',
          before: { status: 'uncertain' },
          after: { status: 'processing', outcome: 'ran', vendor_id: found },
        },
      ]);
    } finally {
      await hook.stop();
    }
  });

  it.each<[string, object, string, number[]]>([
    ['did not run', { outcome: 'did_not_run' }, 'upstream_not_done', []],
    ['ran and is lost', { outcome: 'ran', cost: 5 }, 'upstream_result_lost', [5]],
  ])('fails and costs its caller nothing when it %s, once', async (_, body, code, costs) => {
    const id = await uncertain();
    const replies = await Promise.all([resolve(id, body), resolve(id, body)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe('task_not_uncertain');
    expect((await ada.get(`/tasks/${id}`)).body).toMatchObject({
      status: 'failed',
      error_code: code,
      credits: 0,
    });
    expect(await costsOf(app, id)).toEqual(costs);
    expect((await ada.delete(`/tasks/${id}`)).status).toBe(204);
  });

  it.each<[object, string]>([
    [{}, 'outcome is required'],
    [{ outcome: 'perhaps' }, 'outcome must be one of'],
    [{ outcome: 'ran' }, 'vendor_id or cost must be sent'],
    [{ outcome: 'ran', vendor_id: 'x', cost: 1 }, 'vendor_id or cost must be sent'],
    [{ outcome: 'did_not_run', cost: 1 }, 'vendor_id and cost must not be sent'],
    [{ outcome: 'ran', cost: -1 }, 'cost must be'],
  ])('is not resolved by %j', async (body, rule) => {
    const reply = await resolve('0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11', body);
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain(rule);
  });

  it('is not resolved where there is no such task, or it is not uncertain', async () => {
    const ran = { outcome: 'did_not_run' };
    expect(await resolve('0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11', ran)).toMatchObject({ status: 404 });
    await vendor.faults({ drop_after: 0 });
    const id = await relight(ada);
    await endedTask(ada, id);
    expect(await resolve(id, ran)).toMatchObject({ status: 409, body: { error: 'task_not_uncertain' } });
  });
});

describe('an order that its task follows no more', () => {
  let vendor: Simulator;
  let app: TestApp;
  let ada: ApiClient;
  beforeAll(async () => {
    vendor = await Simulator.start('--idempotent');
    const file = vendorsFile([
      {
        ...{ name: 'sim', area: 'image', base_url: vendor.url, keys: ['vendor-key'], idempotent: true },
        ...{ poll_seconds: 0, timeout_ms: 300, deadline_seconds: 2, pause_seconds: 1 },
      },
    ]);
    app = await TestApp.start({ VENDORS_FILE: file });
    ada = app.api.as(await app.caller());
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });

  it('is paid once when its task was canceled', async () => {
    await vendor.faults({ work: 'fixed 1200' });
    const id = await relight(ada);
    await until(async () => (await vendor.book()).length > 0);
    await ada.post(`/tasks/${id}/cancel`);
    await until(async () => (await vendor.book()).at(-1)?.status === 'succeeded');
    await makeDue(id);
    for (let looks = 0; looks < 2; looks += 1) await follow(app);
    const order = (await vendor.book()).at(-1);
    expect(await costsOf(app, id)).toEqual([order?.credits]);
    expect((await ada.get(`/tasks/${id}`)).body).toMatchObject({ status: 'canceled', credits: 0 });
  });

  it('is asked for again, ordered once, delivered late and settled once when the vendor comes back', async () => {
    const before = (await vendor.book()).length;
    await vendor.faults({ work: 'fixed 50', drop_after: 1 });
    const id = await relight(ada);
    expect(await endedTask(ada, id)).toMatchObject({ status: 'uncertain' });
    await vendor.faults({ drop_after: 0 });
    await makeDue(id);
    await follow(app);
    const order = (await vendor.book()).at(-1);
    await until(async () => (await ada.get(`/tasks/${id}`)).body.status === 'succeeded');
    expect((await ada.get(`/tasks/${id}`)).body).toMatchObject({ credits: order?.credits, error_code: null });
    expect(await vendor.book()).toHaveLength(before + 1);
    expect(await costsOf(app, id)).toEqual([order?.credits]);
  });

  /** Does not wait until the next poll. */
  const makeDue = (taskId: string) =>
    app
      .get(DataSource)
      .query('update vendor_orders set next_check_at = now() where task_id = $1 and state <> $2', [
        taskId,
        'ended',
      ]);
});

describe('music whose order was lost before the vendor began to answer', () => {
  it('is uncertain, and its stream says so', async () => {
    const vendor = await Simulator.start();
    const app = await TestApp.start({ MUSPROV_BASE_URL: vendor.url, MUSPROV_API_KEY: 'vendor-key' });
    try {
      await vendor.faults({ drop_after: 1 });
      const ada = app.api.as(await app.caller());
      const reply = await ada.post(TEXT_PATH, undefined, { raw: form({ prompt: 'calm', duration: '4' }) });
      const lines = events(reply.bytes);
      expect(lines).toEqual([
        { seq: 0, type: 'task', task_id: expect.any(String) },
        { seq: 0, type: 'error', code: 'uncertain', message: expect.any(String) },
      ]);
      const path = `/admin/tasks/${lines[0].task_id}/resolve`;
      const admin = app.api.as(await app.caller({ isAdmin: true }));
      expect(await admin.post(path, { outcome: 'ran', vendor_id: 'x' })).toMatchObject({
        status: 409,
        body: { error: 'order_not_fetched' },
      });
      expect(await admin.post(path, { outcome: 'did_not_run' })).toMatchObject({
        body: { status: 'failed' },
      });
      const again = events((await ada.get(`/tasks/${lines[0].task_id}/stream`)).bytes);
      expect(again).toMatchObject([{ seq: 0 }, { seq: 1, type: 'error', code: 'upstream_not_done' }]);
    } finally {
      await app.stop();
      await vendor.stop();
    }
  });
});
