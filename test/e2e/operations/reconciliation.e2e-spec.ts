import { randomUUID } from 'node:crypto';
import { TransactionRunner } from '#libs/platform/database';
import { Ledger } from '#libs/accounts/ledger';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { TINY_PNG } from '../rights/tiny-png.js';

type Order = { reference: string; vendorId: string; taskId: string };

describe('POST /admin/reconciliations', () => {
  let app: TestApp;
  let admin: ApiClient;
  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(() => app.stop());

  const compare = (vendor: string, body: object, query = '') =>
    admin.post(`/admin/reconciliations?vendor=${vendor}${query}`, body);

  /** An order that a vendor has done, with what it cost where that was booked. */
  async function ordered(vendor: string, credits?: number): Promise<Order> {
    const reply = await admin.post('/proxy/imgprov/v1/ai/image-relight', { image: TINY_PNG });
    const taskId = reply.body.data.task_id as string;
    const [reference, vendorId] = [randomUUID(), `v-${randomUUID()}`];
    await rowsOf(
      app.databaseUrl,
      `insert into vendor_orders (task_id, attempt, vendor, kind, reference, state, vendor_id, outcome, deadline_at)
       values ($1, 1, $2, 'image-relight', $3, $4, $5, $6, now())`,
      [
        taskId,
        vendor,
        reference,
        credits === undefined ? 'submitted' : 'ended',
        vendorId,
        credits === undefined ? null : 'succeeded',
      ],
    );
    if (credits !== undefined)
      await app
        .get(TransactionRunner)
        .run((scope) =>
          app.get(Ledger).bookVendorCosts(scope, vendor, [{ orderKey: reference, taskId, credits }]),
        );
    return { reference, vendorId, taskId };
  }

  it('finds what both say, what differs, and what one of them lacks', async () => {
    const [same, byId, dearer, twice, unbooked, unknown] = [
      await ordered('acme', 10),
      await ordered('acme', 20),
      await ordered('acme', 30),
      await ordered('acme', 40),
      await ordered('acme'),
      await ordered('acme', 50),
    ];
    await ordered('other', 70);
    const reply = await compare('acme', {
      entries: [
        { reference: same.reference.toUpperCase(), credits: 10 },
        { vendor_id: byId.vendorId, credits: 20 },
        { reference: dearer.reference, vendor_id: 'another name', credits: 33 },
        { reference: twice.reference, credits: 40 },
        { vendor_id: twice.vendorId, credits: 40 },
        { vendor_id: unbooked.vendorId, credits: 5 },
        { vendor_id: 'never-heard-of', credits: 7 },
        { vendor_id: 'not-billed', credits: 0 },
      ],
    });
    const shown = ({ reference, vendorId, taskId }: Order) => ({
      reference,
      vendor_id: vendorId,
      task_id: taskId,
      state: 'succeeded',
    });
    expect(reply.body).toMatchObject({
      vendor: 'acme',
      matched: 2,
      ours: 150,
      theirs: 155,
      difference: 5,
      differing: {
        count: 3,
        ours: 70,
        theirs: 118,
        orders: [
          { ...shown(dearer), ours: 30, theirs: 33 },
          { ...shown(twice), ours: 40, theirs: 80 },
          { ...shown(unbooked), state: 'submitted', ours: 0, theirs: 5 },
        ],
      },
      missing_here: {
        count: 1,
        orders: [{ reference: null, vendor_id: 'never-heard-of', ours: 0, theirs: 7 }],
      },
      missing_there: { count: 1, orders: [{ ...shown(unknown), ours: 50, theirs: 0 }] },
    });
  });

  it('takes a book as CSV, and looks for what it lacks in its period only', async () => {
    const [one, two] = [await ordered('paper', 10), await ordered('paper', 20)];
    const csv = [
      'order_id,reference,"kind, of work",credits',
      `${one.vendorId},,"a ""picture"", bright",10`,
      `"${two.vendorId}",${two.reference},x,20`,
      '',
    ].join('\r\n');
    const agreed = { matched: 2, difference: 0, ours: 30, missing_there: { count: 0 } };
    expect((await compare('paper', { csv })).body).toMatchObject(agreed);
    const nothing = await compare('paper', { entries: [] });
    expect(nothing.body).toMatchObject({ difference: -30, missing_there: { count: 2, ours: 30 } });
    const before = await compare('paper', { entries: [] }, '&from=2026-01-01&to=2026-01-31');
    expect(before.body).toMatchObject({ from: '2026-01-01', difference: 0, missing_there: { count: 0 } });
  });

  it('books what the vendor bills where we could not find out, once, and only then', async () => {
    const [known, running, canceled, unknown] = [
      await ordered('late', 10),
      await ordered('late'),
      await ordered('late'),
      await ordered('late'),
    ];
    expect((await admin.post(`/tasks/${canceled.taskId}/cancel`)).status).toBe(200);
    await rowsOf(
      app.databaseUrl,
      `update vendor_orders set state = 'ended', outcome = 'unknown' where reference = $1`,
      [unknown.reference],
    );
    const entries = [
      { reference: known.reference, credits: 12 },
      { vendor_id: running.vendorId, credits: 3 },
      { vendor_id: canceled.vendorId, credits: 4 },
      { reference: unknown.reference, credits: 4.5 },
    ];
    const booked = async (query: string) => (await compare('late', { entries }, query)).body;
    expect(await booked('')).toMatchObject({ booked: 0, ours: 10, differing: { count: 4 } });
    expect(await booked('&books_unknown=true')).toMatchObject({ booked: 8.5, ours: 18.5, matched: 2 });
    const after = await booked('&books_unknown=true');
    expect(after).toMatchObject({ booked: 0, ours: 18.5 });
    expect(
      after.differing.orders.map(({ task_id, ours }: { task_id: string; ours: number }) => [task_id, ours]),
    ).toEqual(
      expect.arrayContaining([
        [known.taskId, 10],
        [running.taskId, 0],
      ]),
    );
    const { entries: acts } = (await admin.get('/admin/audit?action=vendor.book')).body;
    expect(acts).toMatchObject([{ target_id: 'late', after: { orders: 2, credits: 8.5 } }]);
  });

  it.each([
    [{}, 'entries or csv must be given, and not both'],
    [{ entries: [{ credits: 1 }] }, 'entries[0] must have a reference or a vendor_id'],
    [{ entries: [{ vendor_id: 'a', credits: -1 }] }, 'credits must be'],
    [{ csv: 'id\na' }, 'a header line with credits and with reference or vendor_id'],
    [{ csv: 'id,credits\na,1\nb,much' }, 'line 3 of csv must have credits, a number from 0'],
    [{ csv: 'id,credits\n,1' }, 'line 2 of csv must have a reference or a vendor_id'],
    [{ csv: 'id,credits\n"a,1' }, 'line 2 of csv must have its quotes closed'],
  ])('refuses %j', async (body, message) => {
    const reply = await compare('acme', body);
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
