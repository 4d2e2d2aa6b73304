import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor, type VendorScript } from '../../support/fake-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const PATH = '/proxy/imgprov/v1/ai/image-relight';
const KEY = 'vendor-key-0123456789';
const VENDOR_ID = '9b0c4f5e-0000-4000-8000-00000000abcd';

async function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toBuffer();
}

describe('image tasks with an upstream vendor', () => {
  let vendor: FakeVendor;
  let app: TestApp;
  let ada: ApiClient;
  let input: Buffer;
  let made: Buffer;

  beforeAll(async () => {
    vendor = await FakeVendor.start();
    app = await TestApp.start(settings());
    ada = app.api.as(await app.caller());
    input = await picture('#806040');
    made = await picture('#2040c0');
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });

  function settings(extra: Record<string, string> = {}): Record<string, string> {
    return {
      IMGPROV_BASE_URL: vendor.url,
      IMGPROV_API_KEY: KEY,
      IMGPROV_AUTH_HEADER: 'x-vendor-api-key',
      IMGPROV_AUTH_SCHEME: 'none',
      IMGPROV_PATHS: 'image-relight=/ai/relight,image-relight.status=/ai/relight/{task_id}/state',
      IMGPROV_POLL_SECONDS: '0',
      IMGPROV_TIMEOUT_MS: '1000',
      ...extra,
    };
  }

  const submit = { data: { task_id: VENDOR_ID, status: 'CREATED', generated: [] } };
  const completed = () => ({
    json: { data: { task_id: VENDOR_ID, status: 'COMPLETED', generated: [`${vendor.url}/out.png`] } },
  });
  const running = { json: { data: { task_id: VENDOR_ID, status: 'IN_PROGRESS', generated: [] } } };
  /** A vendor that works; `special` may answer a call in its own way. */
  const working =
    (
      special: (...parameters: Parameters<VendorScript>) => ReturnType<VendorScript> | undefined,
    ): VendorScript =>
    (call, n) => {
      const answer = special(call, n);
      if (answer) return answer;
      if (call.path === '/out.png') return { raw: made, headers: { 'content-type': 'image/png' } };
      return call.method === 'POST' ? { json: submit } : completed();
    };

  async function relight(api: ApiClient, extra: object = {}): Promise<any> {
    const reply = await api.post(PATH, { image: input.toString('base64'), style: 'smooth', ...extra });
    expect(reply).toMatchObject({ status: 200, body: { data: { status: 'CREATED', generated: [] } } });
    return endedTask(api, reply.body.data.task_id);
  }

  it('orders once, looks until it is done, and serves a copy of the result', async () => {
    vendor.reset(working((call, n) => (call.path.endsWith('/state') && n < 2 ? running : undefined)));
    const task = await relight(ada);
    expect(task).toMatchObject({ status: 'succeeded', native_status: 'COMPLETED', error_code: null });
    const file = await app.api.get(task.outputs[0].url);
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(file.bytes.equals(made)).toBe(true);
    const [order] = vendor.callsOf('POST');
    expect(vendor.callsOf('POST')).toHaveLength(1);
    expect(order).toMatchObject({
      path: '/ai/relight',
      headers: { 'x-vendor-api-key': KEY },
      body: { image: input.toString('base64'), style: 'smooth' },
    });
    expect(order?.headers['idempotency-key']).toBeUndefined();
    expect(
      vendor.callsOf('GET').filter(({ path }) => path === `/ai/relight/${VENDOR_ID}/state`),
    ).toHaveLength(3);
    // With our defaults, and nothing that is ours alone.
    expect(task.request).toMatchObject({ style: 'smooth', light_transfer_strength: 100 });
    expect(task.request).not.toHaveProperty('sent_fields');
    const shown = JSON.stringify(task);
    for (const secret of [VENDOR_ID, KEY, vendor.url]) expect(shown).not.toContain(secret);
  });

  it('delivers late work once', async () => {
    // Each pause grows with the work's age: many polls would turn a slow machine's first second into half a minute.
    vendor.reset(working((call, n) => (call.path.endsWith('/state') && n < 4 ? running : undefined)));
    const hook = await WebhookReceiver.start();
    try {
      const task = await relight(ada, { webhook_url: hook.url });
      expect(task.status).toBe('succeeded');
      const calls = await hook.received(2);
      expect(calls.map(({ body }) => JSON.parse(body).status)).toEqual(['IN_PROGRESS', 'COMPLETED']);
      expect(vendor.callsOf('POST')).toHaveLength(1);
    } finally {
      await hook.stop();
    }
  });

  it.each([404, 401, 403, 410, 500])(
    'does not give paid work up for a look that ends with %i',
    async (status) => {
      vendor.reset(
        working((call, n) => (call.path.endsWith('/state') && n < 3 ? { status, raw: 'hm' } : undefined)),
      );
      expect(await relight(ada)).toMatchObject({ status: 'succeeded', error_message: null });
      expect(vendor.callsOf('POST')).toHaveLength(1);
    },
  );

  it.each([
    ['refuses the content', { status: 422, raw: `bad ${VENDOR_ID}` }, 'rejected_content'],
    ['refuses our account', { status: 403, raw: 'who?' }, 'upstream_error'],
    ['does not know the path', { status: 404, raw: 'where?' }, 'upstream_error'],
  ])('fails and orders no second time when the vendor %s', async (_, answer, code) => {
    vendor.reset(working(({ method }) => (method === 'POST' ? answer : undefined)));
    const task = await relight(ada);
    expect(task).toMatchObject({ status: 'failed', native_status: 'FAILED', error_code: code, outputs: [] });
    expect(task.error_message).not.toContain(VENDOR_ID);
    expect(vendor.callsOf('POST')).toHaveLength(1);
  });

  it.each([
    ['hangs up', { hangUp: true }],
    ['takes too long', { delayMs: 2_000, json: submit }],
    ['answers garbage', { raw: '<html>', headers: { 'content-type': 'text/html' } }],
    ['answers JSON that names no task', { json: { hello: 1 } }],
    ['is behind a gateway that gave up', { status: 504, raw: 'late' }],
    ['breaks down', { status: 500, raw: 'boom' }],
    ['cannot do what was asked', { status: 501, raw: 'what?' }],
    ['is out of service', { status: 503, headers: { 'retry-after': '1' }, raw: 'maintenance' }],
    ['has too much to do', { status: 429, headers: { 'retry-after': '1' }, raw: 'slow' }],
    ['sends us elsewhere', { status: 303, headers: { location: '/done' }, raw: '' }],
  ])('is uncertain and orders no second time when the vendor %s', async (_, answer) => {
    vendor.reset(working(({ method }) => (method === 'POST' ? answer : undefined)));
    const hook = await WebhookReceiver.start();
    try {
      const task = await relight(ada, { webhook_url: hook.url });
      expect(task).toMatchObject({
        status: 'uncertain',
        native_status: 'IN_PROGRESS',
        error_code: 'upstream_outcome_unknown',
        outputs: [],
        credits: 22,
        finished_at: null,
      });
      for (const act of [ada.post(`/tasks/${task.id}/cancel`), ada.delete(`/tasks/${task.id}`)])
        expect(await act).toMatchObject({ status: 409, body: { error: 'task_uncertain' } });
      expect((await ada.get('/tasks?status=uncertain')).body.tasks.map(({ id }: any) => id)).toContain(
        task.id,
      );
      expect(vendor.callsOf('POST')).toHaveLength(1);
      expect((await ada.get(`/tasks/${task.id}`)).body.deliveries).toHaveLength(1);
      const [call] = await hook.received(1);
      expect(JSON.parse(call?.body ?? '').status).toBe('IN_PROGRESS');
    } finally {
      await hook.stop();
    }
  });

  it('says what the vendor said, in short and without its secrets', async () => {
    const message = `No face in https://cdn.vendor.example/a.png?sig=1 of ${VENDOR_ID} for ${KEY}. ${'More. '.repeat(200)}`;
    vendor.reset(
      working(({ method }) =>
        method === 'POST' ? { status: 422, json: { error: { message } } } : undefined,
      ),
    );
    const { error_message: text } = await relight(ada);
    expect(text).toMatch(
      /^The provider refused this content \(status 422: No face in \[link\] of … for …\. More\./,
    );
    expect(text.length).toBeLessThan(400);
    for (const secret of [VENDOR_ID, KEY, 'vendor.example', 'sig=']) expect(text).not.toContain(secret);
  });

  it('fails when the vendor says that the work failed', async () => {
    const error = { code: 'E5', message: 'Out of memory' };
    const failed = { json: { data: { task_id: VENDOR_ID, status: 'FAILED', generated: [], error } } };
    vendor.reset(working(({ path }) => (path.endsWith('/state') ? failed : undefined)));
    expect(await relight(ada)).toMatchObject({
      status: 'failed',
      error_code: 'upstream_error',
      error_message: 'The provider could not do the work (Out of memory).',
    });
  });

  it('overlooks single looks that fail', async () => {
    vendor.reset(
      working((call, n) =>
        call.path.endsWith('/state') && n < 2 ? { json: { status: 'NONSENSE' } } : undefined,
      ),
    );
    expect(await relight(ada)).toMatchObject({ status: 'succeeded' });
  });

  it('refuses a result that is no picture', async () => {
    vendor.reset(working(({ path }) => (path === '/out.png' ? { raw: '<svg/>' } : undefined)));
    expect(await relight(ada)).toMatchObject({ status: 'failed', error_code: 'upstream_error', outputs: [] });
  });

  it('gives up at the deadline', async () => {
    const patient = await TestApp.start(settings({ IMGPROV_DEADLINE_SECONDS: '1' }));
    try {
      vendor.reset(working(({ path }) => (path.endsWith('/state') ? running : undefined)));
      const api = patient.api.as(await patient.caller());
      expect(await relight(api)).toMatchObject({ status: 'failed', error_code: 'upstream_timeout' });
      const gone = { status: 404, json: { message: `No task ${VENDOR_ID} here` } };
      vendor.reset(working(({ path }) => (path.endsWith('/state') ? gone : undefined)));
      expect(await relight(api)).toMatchObject({
        status: 'failed',
        error_code: 'upstream_timeout',
        error_message: 'The provider did not finish in time (last answer: status 404: No task … here).',
      });
      expect(vendor.callsOf('GET').length).toBeGreaterThan(1);
    } finally {
      await patient.stop();
    }
  });

  it('waits when the vendor says before it takes an order that it has too much to do, and orders again', async () => {
    const app = await TestApp.start(settings({ IMGPROV_NOT_TAKEN_ON_429: 'true' }));
    vendor.reset(
      working((call, n) =>
        call.method === 'POST' && n < 2
          ? { status: 429, headers: { 'retry-after': '1' }, raw: 'slow' }
          : undefined,
      ),
    );
    try {
      expect(await relight(app.api.as(await app.caller()))).toMatchObject({ status: 'succeeded' });
      expect(vendor.callsOf('POST')).toHaveLength(3);
    } finally {
      await app.stop();
    }
  });

  it('repeats an order whose answer was lost under its key, until the vendor has done the first one', async () => {
    const app = await TestApp.start(settings({ IMGPROV_IDEMPOTENT: 'true' }));
    try {
      const inFlight = {
        status: 409,
        headers: { 'retry-after': '1' },
        json: { error: 'idempotency_in_flight' },
      };
      const answers = [
        { delayMs: 1_500, json: submit },
        { status: 403 },
        inFlight,
        { status: 409 },
        { status: 404 },
      ];
      vendor.reset(working((call, n) => (call.method === 'POST' ? answers[n] : undefined)));
      const task = await relight(app.api.as(await app.caller()));
      expect(task).toMatchObject({ status: 'succeeded' });
      const orders = vendor.callsOf('POST');
      expect(orders).toHaveLength(6);
      expect(new Set(orders.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(new Set(orders.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const refused = { status: 422, raw: 'no' };
      vendor.reset(
        working((call, n) => (call.method === 'POST' ? [{ hangUp: true }, refused][n] : undefined)),
      );
      expect(await relight(app.api.as(await app.caller()))).toMatchObject({
        status: 'failed',
        error_code: 'rejected_content',
      });
      vendor.reset(working(({ method }) => (method === 'POST' ? { status: 401 } : undefined)));
      expect(await relight(app.api.as(await app.caller()))).toMatchObject({ error_code: 'upstream_error' });
      expect(vendor.callsOf('POST')).toHaveLength(1);
    } finally {
      await app.stop();
    }
  });

  describe('when the process died between the intent and the answer', () => {
    /** The state after such a crash: the row has its intent, and the job runs again. */
    async function runAfterCrash(extra: Record<string, string>): Promise<{ task: any; key: string }> {
      const crashed = await TestApp.start(settings(extra));
      const key = randomUUID();
      const database = new Client({ connectionString: crashed.databaseUrl });
      await database.connect();
      try {
        // The trigger plays the dead process: whatever this one submits has its intent already.
        await database.query(`
          create function intended() returns trigger language plpgsql as $$
            begin new.state := 'intended'; new.reference := '${key}'; return new; end $$;
          create trigger intended before insert on vendor_orders
            for each row execute function intended()`);
        return { task: await relight(crashed.api.as(await crashed.caller())), key };
      } finally {
        await database.end();
        await crashed.stop();
      }
    }

    it('never orders again from a vendor without idempotency keys', async () => {
      vendor.reset(working(() => undefined));
      const { task } = await runAfterCrash({});
      expect(task).toMatchObject({ status: 'uncertain', error_code: 'upstream_outcome_unknown' });
      expect(vendor.calls).toEqual([]);
    });

    it('orders again under the same key from a vendor that keeps them', async () => {
      vendor.reset(working((call, n) => (call.method === 'POST' && n === 0 ? { hangUp: true } : undefined)));
      const { task, key } = await runAfterCrash({ IMGPROV_IDEMPOTENT: 'true' });
      expect(task).toMatchObject({ status: 'succeeded' });
      expect(vendor.callsOf('POST').map(({ headers }) => headers['idempotency-key'])).toEqual([key, key]);
    });
  });
});
