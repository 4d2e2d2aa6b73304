import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { OrderFollower } from '../../../libs/media/providers/src/orders/order-follower.js';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor, type VendorAnswer } from '../../support/fake-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { FakeVendor as FakeMusicVendor, tell, wholeStream } from '../music-proxy/fake-vendor.js';
import { events, form, TEXT_PATH } from '../music-proxy/music-calls.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const STYLE = '/proxy/imgprov/v1/ai/image-style-transfer';

/** What the picture vendor says of all its work. */
type Said = { status: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED'; credits?: unknown };

describe('what a vendor bills', () => {
  let painter: FakeVendor;
  let band: FakeMusicVendor;
  let app: TestApp;
  let ada: ApiClient;
  let admin: ApiClient;
  let said: Said;

  beforeAll(async () => {
    painter = await FakeVendor.start(answer);
    band = await FakeMusicVendor.start();
    const vendor = (name: string, area: string, base_url: string, more: object = {}) => ({
      ...{ name, area, base_url, keys: ['vendor-key'], poll_seconds: 0, ...more },
    });
    const VENDORS_FILE = vendorsFile([
      vendor('painter', 'image', painter.url, { cost: { 'image-style-transfer': 0.35 } }),
      vendor('band', 'music', band.baseUrl),
    ]);
    app = await TestApp.start({ VENDORS_FILE });
    ada = app.api.as(await app.caller());
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(async () => {
    await app.stop();
    await painter.stop();
    await band.stop();
  });

  function answer({ method, path }: { method: string; path: string }): VendorAnswer {
    if (path === '/out.png')
      return { raw: Buffer.from(TINY_PNG, 'base64'), headers: { 'content-type': 'image/png' } };
    const id = method === 'POST' ? `order-${randomUUID()}` : path.split('/').at(-1);
    if (method === 'POST') return { json: { data: { task_id: id, status: 'CREATED' } } };
    const generated = said.status === 'COMPLETED' ? [`${painter.url}/out.png`] : [];
    return { json: { data: { task_id: id, generated, ...said } } };
  }

  /** A picture for which the vendor says this, at its end. */
  async function picture(next: Said, path = RELIGHT): Promise<{ task: any; reference: string }> {
    said = next;
    const { body } = await ada.post(path, { image: TINY_PNG, reference_image: TINY_PNG });
    const task = await endedTask(ada, (body.data ?? body).task_id);
    return { task, reference: await referenceOf(task.id) };
  }
  async function referenceOf(taskId: string): Promise<string> {
    const rows = await app
      .get(DataSource)
      .query<{ reference: string }[]>('select reference from vendor_orders where task_id = $1', [taskId]);
    return rows[0]?.reference ?? '';
  }
  /** Of the entries only: nothing was booked in these days. */
  const reconcile = async (vendor: string, body: object, query = '&from=2026-01-01&to=2026-01-31') =>
    (await admin.post(`/admin/reconciliations?vendor=${vendor}${query}`, body)).body;
  /** What is booked, and not in an empty book. */
  const booked = async () => (await reconcile('painter', { entries: [] }, '')).missing_there.orders;
  const agreed = (amount: number) => ({ ours: amount, theirs: amount, difference: 0, matched: 1 });

  it.each<[unknown, number, number]>([
    [0.25, 0.25, 1],
    [1.5, 1.5, 2],
    [2.75, 2.75, 3],
    [7, 7, 7],
    [21.000001, 21.000001, 22],
    [30.5, 30.5, 22],
    [0.30000000000000004, 0.3, 1],
  ])('%d is booked to the last place, and its caller pays whole credits', async (credits, kept, paid) => {
    const { task, reference } = await picture({ status: 'COMPLETED', credits });
    expect(task).toMatchObject({ status: 'succeeded', credits: paid });
    expect(await reconcile('painter', { entries: [{ reference, credits: kept }] })).toMatchObject(
      agreed(kept),
    );
    expect(await reconcile('painter', { csv: `reference,credits\n${reference},${kept}` })).toMatchObject(
      agreed(kept),
    );
  });

  it.each<[unknown]>([[-0.5], ['1e3'], [1e12]])('%p is not believed', async (credits) => {
    const { task, reference } = await picture({ status: 'COMPLETED', credits });
    expect(task).toMatchObject({ status: 'succeeded', credits: 22 });
    expect(await reconcile('painter', { entries: [{ reference, credits: 0 }] })).toMatchObject(agreed(0));
  });

  it('is what the vendors file states where the vendor says nothing, with decimals too', async () => {
    const { reference } = await picture({ status: 'COMPLETED' }, STYLE);
    expect(await reconcile('painter', { entries: [{ reference, credits: 0.35 }] })).toMatchObject(
      agreed(0.35),
    );
  });

  it('adds up without the errors of binary fractions', async () => {
    const entries = [];
    for (const credits of [0.1, 0.2, 0.7])
      entries.push({ reference: (await picture({ status: 'COMPLETED', credits })).reference, credits });
    expect(await reconcile('painter', { entries })).toMatchObject({ ...agreed(1), matched: 3 });
    const wrong = entries.map(({ reference, credits }) => ({ reference, credits: credits * 3 }));
    const { differing, difference } = await reconcile('painter', {
      csv: ['reference,credits', ...wrong.map((one) => `${one.reference},${one.credits.toFixed(1)}`)].join(
        '\n',
      ),
    });
    expect({ difference, ...differing }).toMatchObject({ difference: 2, count: 3, ours: 1, theirs: 3 });
  });

  it('for work that failed is booked, and its caller pays nothing', async () => {
    const { task, reference } = await picture({ status: 'FAILED', credits: 2.5 });
    expect(task).toMatchObject({ status: 'failed', credits: 0 });
    expect(await reconcile('painter', { entries: [{ reference, credits: 2.5 }] })).toMatchObject(agreed(2.5));
    expect(await booked()).toContainEqual(
      expect.objectContaining({ reference, state: 'failed', ours: 2.5, theirs: 0 }),
    );
  });

  it('for work that failed after it was canceled is booked', async () => {
    said = { status: 'IN_PROGRESS' };
    const { body } = await ada.post(RELIGHT, { image: TINY_PNG });
    const id = body.data.task_id as string;
    await until(async () => (await ada.get(`/tasks/${id}`)).body.status === 'processing');
    await until(() => painter.calls.some(({ path }) => path.includes('/image-relight/order-')));
    expect((await ada.post(`/tasks/${id}/cancel`)).status).toBe(200);
    said = { status: 'FAILED', credits: 0.5 };
    const reference = await referenceOf(id);
    const entries = [{ reference, credits: 0.5 }];
    await until(async () => {
      await app
        .get(DataSource)
        .query(`update vendor_orders set next_check_at = now() where task_id = $1 and state <> 'ended'`, [
          id,
        ]);
      await app.get(OrderFollower).followDue(new AbortController().signal);
      return (await reconcile('painter', { entries })).matched === 1;
    });
    expect((await ada.get(`/tasks/${id}`)).body).toMatchObject({ status: 'canceled', credits: 0 });
  });

  it('for failed work of which it said nothing is booked from its book, once', async () => {
    const { reference } = await picture({ status: 'FAILED' });
    const entries = [{ reference, credits: 1.25 }];
    expect(await reconcile('painter', { entries })).toMatchObject({
      differing: { count: 1, orders: [{ state: 'failed', ours: 0, theirs: 1.25 }] },
    });
    const mend = () => reconcile('painter', { entries }, '&from=2026-01-01&to=2026-01-31&books_unknown=true');
    expect(await mend()).toMatchObject({ booked: 1.25, ...agreed(1.25) });
    expect(await mend()).toMatchObject({ booked: 0, ...agreed(1.25) });
    expect(await booked()).toContainEqual(expect.objectContaining({ reference, state: 'failed' }));
  });

  it.each([
    ['0.5', 'a line of its own', { type: 'cost', credits: 0.5 }, {}],
    ['0.75', 'the error itself', { type: 'heartbeat' }, { credits: 0.75 }],
  ])('%s for a stream that failed is booked from %s', async (credits, _, line, error) => {
    band.answer = (call) => {
      tell(call, { type: 'duration', duration_sec: 4 });
      tell(call, line);
      call.response.end(JSON.stringify({ type: 'error', code: 'engine', message: 'No', ...error }));
    };
    const id = events((await music()).bytes)[0].task_id as string;
    expect(await endedTask(ada, id)).toMatchObject({ status: 'failed', credits: 0 });
    const entries = [{ reference: await referenceOf(id), credits: Number(credits) }];
    expect(await reconcile('band', { entries })).toMatchObject(agreed(Number(credits)));
  });

  it('for a stream may be a fraction, and the stream tells what its caller pays', async () => {
    band.answer = (call) => {
      const write = call.response.write.bind(call.response);
      call.response.write = ((text: string) => write(text.replace('999', '1.25'))) as typeof write;
      wholeStream(call);
    };
    const lines = events((await music()).bytes);
    expect(lines.find(({ type }) => type === 'cost')).toMatchObject({ credits: 2 });
    const entries = [{ reference: await referenceOf(lines[0].task_id as string), credits: 1.25 }];
    expect(await reconcile('band', { entries })).toMatchObject(agreed(1.25));
  });

  it('is found in rows that a process of the version before has written', async () => {
    const { reference } = await picture({ status: 'FAILED' });
    await app.get(DataSource).query(
      `insert into credit_transfers
         (id, type, debit_account, credit_account, amount, provider, order_key, task_id, created_at)
       select uuidv7(), 'cost', '00000000-0000-7000-8000-000000000004', md5('vendor painter')::uuid, 3, vendor,
         reference, task_id, now() from vendor_orders where reference = $1`,
      [reference],
    );
    expect(await reconcile('painter', { entries: [{ reference, credits: 3 }] })).toMatchObject(agreed(3));
  });

  it.each<[object, string]>([
    [
      { entries: [{ reference: 'a', credits: 0.1234567 }] },
      'entries[0].credits must be a number from 0 to 1000000000 with at most 6 decimals',
    ],
    [
      { csv: 'id,credits\na,0.1234567' },
      'line 2 of csv must have credits, a number from 0 to 1000000000 with at most 6 decimals',
    ],
    [{ csv: 'id,credits\na,1e3' }, 'line 2 of csv must have credits'],
    [{ csv: 'id,credits\na,2000000000' }, 'line 2 of csv must have credits'],
  ])('is refused in a book as %j', async (body, message) => {
    const reply = await admin.post('/admin/reconciliations?vendor=painter', body);
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  const music = () => ada.post(TEXT_PATH, undefined, { raw: form({ prompt: 'calm', duration: '4' }) });
});
