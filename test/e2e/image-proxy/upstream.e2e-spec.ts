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
      body: { image: input.toString('base64'), style: 'smooth', light_transfer_strength: 100 },
    });
    expect(order?.headers['idempotency-key']).toBeUndefined();
    expect(
      vendor.callsOf('GET').filter(({ path }) => path === `/ai/relight/${VENDOR_ID}/state`),
    ).toHaveLength(3);
    const shown = JSON.stringify(task);
    for (const secret of [VENDOR_ID, KEY, vendor.url]) expect(shown).not.toContain(secret);
  });

  it('delivers late work once', async () => {
    // Each pause grows with the work's age: many looks would turn a slow machine's first second into half a minute.
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

  it('waits when the vendor has too much to do, and orders again', async () => {
    vendor.reset(
      working((call, n) =>
        call.method === 'POST' && n < 2
          ? { status: 429, headers: { 'retry-after': '1' }, raw: 'slow' }
          : undefined,
      ),
    );
    expect(await relight(ada)).toMatchObject({ status: 'succeeded' });
    expect(vendor.callsOf('POST')).toHaveLength(3);
  });

  it.each([
    ['refuses the content', { status: 422, raw: `bad ${VENDOR_ID}` }, 'rejected_content'],
    ['refuses our account', { status: 401, raw: 'who?' }, 'upstream_error'],
    ['breaks down', { status: 500, raw: 'boom' }, 'upstream_error'],
    ['answers garbage', { raw: '<html>', headers: { 'content-type': 'text/html' } }, 'upstream_error'],
    ['answers JSON that names no task', { json: { hello: 1 } }, 'upstream_error'],
    ['hangs up', { hangUp: true }, 'upstream_outcome_unknown'],
    ['takes too long', { delayMs: 2_000, json: submit }, 'upstream_outcome_unknown'],
  ])('fails and orders no second time when the vendor %s', async (_, answer, code) => {
    vendor.reset(working(({ method }) => (method === 'POST' ? answer : undefined)));
    const task = await relight(ada);
    expect(task).toMatchObject({ status: 'failed', native_status: 'FAILED', error_code: code, outputs: [] });
    expect(task.error_message).not.toContain(VENDOR_ID);
    expect(vendor.callsOf('POST')).toHaveLength(1);
  });

  it('fails when the vendor says that the work failed', async () => {
    const failed = { json: { data: { task_id: VENDOR_ID, status: 'FAILED', generated: [] } } };
    vendor.reset(working(({ path }) => (path.endsWith('/state') ? failed : undefined)));
    expect(await relight(ada)).toMatchObject({ status: 'failed', error_code: 'upstream_error' });
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
      const task = await relight(patient.api.as(await patient.caller()));
      expect(task).toMatchObject({ status: 'failed', error_code: 'upstream_timeout' });
    } finally {
      await patient.stop();
    }
  });

  describe('when the process died between the intent and the answer', () => {
    /** The picture after such a crash: the row stands as intended, and the job comes again. */
    async function runAfterCrash(extra: Record<string, string>): Promise<{ task: any; key: string }> {
      const crashed = await TestApp.start(settings(extra));
      const key = randomUUID();
      const database = new Client({ connectionString: crashed.databaseUrl });
      await database.connect();
      try {
        // The trigger stands for the dead process: whatever this one opens has been intended before.
        await database.query(`
          create function intended() returns trigger language plpgsql as $$
            begin new."state" := 'intended'; new."idempotencyKey" := '${key}'; return new; end $$;
          create trigger intended before insert on provider_operations
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
      expect(task).toMatchObject({ status: 'failed', error_code: 'upstream_outcome_unknown' });
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
