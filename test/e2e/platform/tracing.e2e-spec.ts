import { endedTask } from '../../support/ended-task.js';
import { FakeVendor, type VendorCall } from '../../support/fake-vendor.js';
import { TestApp } from '../../support/test-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const PATH = '/proxy/imgprov/v1/ai/image-relight';
const VENDOR_ID = '9b0c4f5e-0000-4000-8000-00000000abcd';
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';

type SentSpan = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  text: string;
};

/** The spans that a receiver of OTLP was sent so far. */
function spansIn(collector: FakeVendor): SentSpan[] {
  return collector.calls.flatMap(({ body }) =>
    body.resourceSpans.flatMap((resource: any) =>
      resource.scopeSpans.flatMap((scope: any) =>
        scope.spans.map((span: any) => ({ ...span, text: JSON.stringify(span) })),
      ),
    ),
  );
}

/** Answers as a vendor of pictures. */
async function imageVendor(): Promise<FakeVendor> {
  const vendor = await FakeVendor.start();
  vendor.script = ({ path, method }) => {
    const data = { task_id: VENDOR_ID, generated: [] as string[] };
    if (path === '/out.png')
      return { raw: Buffer.from(TINY_PNG, 'base64'), headers: { 'content-type': 'image/png' } };
    if (method === 'POST') return { json: { data: { ...data, status: 'CREATED' } } };
    return { json: { data: { ...data, status: 'COMPLETED', generated: [`${vendor.url}/out.png`] } } };
  };
  return vendor;
}

describe('a trace', () => {
  let collector: FakeVendor;
  let vendor: FakeVendor;
  let hook: WebhookReceiver;
  let standing: WebhookReceiver;
  const lines: string[] = [];

  beforeAll(async () => {
    [collector, vendor] = [await FakeVendor.start(() => ({ json: {} })), await imageVendor()];
    [hook, standing] = [await WebhookReceiver.start(), await WebhookReceiver.start()];
  });
  afterAll(() => Promise.all([collector.stop(), vendor.stop(), hook.stop(), standing.stop()]));

  const start = (settings: Record<string, string>) =>
    TestApp.start(
      {
        IMGPROV_BASE_URL: vendor.url,
        IMGPROV_API_KEY: 'vendor-key-0123456789',
        IMGPROV_POLL_SECONDS: '0',
        LOG_LEVEL: 'info',
        LOG_FORMAT: 'json',
        ...settings,
      },
      { logTo: { write: (line) => void lines.push(line) } },
    );

  /** Has a picture made, in the trace of the caller. */
  async function relight(app: TestApp): Promise<string> {
    const ada = app.api.as(await app.caller());
    await ada.post('/webhooks/endpoints', { url: standing.url, statuses: ['succeeded'] });
    const traceparent = `00-${TRACE_ID}-${CALLER_SPAN}-01`;
    const body = { image: TINY_PNG, webhook_url: hook.url };
    const reply = await ada.post(PATH, body, { headers: { traceparent } });
    expect(reply.status).toBe(200);
    expect((await endedTask(ada, reply.body.data.task_id)).status).toBe('succeeded');
    await hook.received(2);
    await standing.received(1);
    return reply.body.data.task_id;
  }

  it('goes from the caller through request, job, vendor and webhooks, all under one id', async () => {
    const app = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key',
      OTEL_SERVICE_NAME: 'pictures',
    });
    const taskId = await relight(app);
    await app.stop();
    expect(collector.calls[0]).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer collector-key' },
    });
    expect(JSON.stringify(collector.calls[0]?.body.resourceSpans[0].resource)).toContain('pictures');
    const spans = spansIn(collector).filter(({ traceId }) => traceId === TRACE_ID);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const request = spans.find(({ name }) => name === `POST ${PATH}`);
    expect(request).toMatchObject({ kind: 2, parentSpanId: CALLER_SPAN });
    const jobs = spans.filter(({ name }) => name.startsWith('job '));
    expect(jobs.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['job image-tasks.run', 'job webhooks.deliver']),
    );
    for (const job of jobs) {
      expect(job.parentSpanId).toBe(request?.spanId);
      expect(job.text).toContain(taskId);
    }
    const parentsOf = (host: string) =>
      spans
        .filter(({ kind, text }) => kind === 3 && text.includes(new URL(host).host))
        .map(({ parentSpanId = '' }) => byId.get(parentSpanId)?.name);
    expect(new Set(parentsOf(vendor.url))).toEqual(new Set(['job image-tasks.run']));
    expect(parentsOf(hook.url)).toEqual(['job webhooks.deliver', 'job webhooks.deliver']);
    expect(parentsOf(standing.url)).toEqual(['job webhooks.deliver']);
    for (const { headers } of [...vendor.calls, ...hook.calls, ...standing.calls])
      expect(headers.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`));
    const told = lines.map((line) => JSON.parse(line)).find(({ route }) => route === PATH);
    expect(told).toMatchObject({ msg: 'request', traceId: TRACE_ID });
    expect(JSON.stringify(spans)).not.toMatch(/vendor-key|\/hook|whsec/);
  });

  it('is neither made nor sent unless a receiver is set', async () => {
    const before = [collector, vendor, hook, standing].map(({ calls }) => calls.length);
    lines.length = 0;
    const app = await start({});
    await relight(app);
    await app.stop();
    const [spans = 0, ...others] = before;
    expect(collector.calls).toHaveLength(spans);
    const callsOf = (from: { calls: readonly Pick<VendorCall, 'headers'>[] }) => from.calls;
    const later = [vendor, hook, standing].flatMap((one, at) => callsOf(one).slice(others[at]));
    expect(later.length).toBeGreaterThan(0);
    expect(later.map(({ headers }) => headers.traceparent)).toEqual(later.map(() => undefined));
    expect(lines.join('')).not.toContain('traceId');
  });

  it('of a receiver that is not there hinders nothing', async () => {
    const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    await relight(app);
    await app.stop();
  });
});
