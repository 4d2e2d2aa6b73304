import { GivenRegistry } from '../../support/given-registry.js';
import { packageOf, Publishing } from '../../support/publishing.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';

describe('reports of nodes', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let admin: Caller;
  let reporter: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    admin = await given.admin();
    reporter = await app.caller({ name: 'Watchful' });
  });
  afterAll(() => app.stop());

  const report = (who: Caller, node: string, body: object): Promise<Reply> =>
    app.api.as(who).post(`/nodes/${node}/reports`, { reason: 'malware', details: 'It mines.', ...body });
  const resolve = (id: string, body: object): Promise<Reply> =>
    app.api.as(admin).post(`/admin/reports/${id}/resolve`, body);
  const listed = async (query: string): Promise<Reply['body']> =>
    (await app.api.as(admin).get(`/admin/reports${query}`)).body;

  it('of one user and node are one while it is open, and get an answer', async () => {
    const { id } = await given.node();
    await app.api.as(admin).put(`/admin/nodes/${id}`, { name: 'Of the mender' });
    const first = await report(reporter, id.toUpperCase(), {});
    expect(first).toMatchObject({ status: 201, body: { node_id: id, verdict: null, answer: '' } });
    const second = await report(reporter, id, { reason: 'licence', details: 'It is not theirs.' });
    expect(second.body).toMatchObject({ id: first.body.id, reason: 'licence', details: 'It is not theirs.' });
    const answer = { verdict: 'upheld', answer: 'Thank you, they mend it.' };
    const resolved = await resolve(first.body.id, answer);
    expect(resolved).toMatchObject({
      status: 200,
      body: {
        ...answer,
        node_name: 'Of the mender',
        publisher_name: null,
        reporter_id: reporter.user.id,
        reporter_name: 'Watchful',
      },
    });
    expect(await resolve(first.body.id, answer)).toMatchObject({
      status: 409,
      body: { error: 'node_report_closed' },
    });
    const own = await app.api.as(reporter).get('/users/reports');
    expect(own.body.reports).toMatchObject([{ id: first.body.id, ...answer }]);
    expect(own.body.reports[0].closed_at).toBe(resolved.body.closed_at);
    const { notices } = (await app.api.as(reporter).get('/users/notices')).body;
    expect(notices).toMatchObject([{ subject: `Your report of ${id} is upheld`, text: answer.answer }]);
    const { entries } = (await app.api.as(admin).get(`/admin/audit?target_id=${id}`)).body;
    expect(entries[0]).toMatchObject({
      action: 'node.resolve_report',
      actor_id: admin.user.id,
      reason: answer.answer,
      after: { report_id: first.body.id, verdict: 'upheld' },
    });
    expect((await report(reporter, id, {})).body.id).not.toBe(first.body.id);
  });

  it('are refused from members of the publisher, of hidden nodes, and with wrong fields', async () => {
    const { id, owner, publisher } = await given.node();
    const member = await given.member(publisher);
    for (const who of [owner, member])
      expect(await report(who, id, {})).toMatchObject({ status: 403, body: { error: 'own_node' } });
    expect((await report(reporter, 'no-such-node', {})).status).toBe(404);
    for (const [body, problem] of [
      [{ reason: 'ugly' }, 'reason must be'],
      [{ details: ' ' }, 'details must not be blank'],
      [{ details: 'x'.repeat(4_001) }, 'details must be'],
      [{ version: '9.9.9' }, 'version must be the number of a version'],
    ] as const)
      expect(await report(reporter, id, body)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(problem) },
      });
    await app.api.as(admin).post(`/nodes/${id}/ban`, { reason: 'test' });
    expect(await report(reporter, id, {})).toMatchObject({ status: 403, body: { error: 'node_banned' } });
    expect(
      await resolve('0190a000-0000-7000-8000-000000000000', { verdict: 'upheld', answer: 'x' }),
    ).toMatchObject({ status: 404, body: { error: 'node_report_not_found' } });
  });

  it('that claim a name are discussed by reporter, publisher and admins, and others are not', async () => {
    const { id, owner } = await given.node();
    const claimant = await app.caller({ name: 'First' });
    const { body: claim } = await report(claimant, id, { reason: 'name', details: 'It is our project.' });
    const noticesOf = async (who: Caller): Promise<Reply['body']> =>
      (await app.api.as(who).get('/users/notices')).body.notices;
    expect(await noticesOf(owner)).toMatchObject([
      {
        report_id: claim.id,
        subject: `Somebody claims the name ${id}`,
        text: expect.stringMatching(/^It is our project\./),
      },
    ]);
    const path = `/reports/${claim.id}/messages`;
    const say = (who: Caller, text: string): Promise<Reply> => app.api.as(who).post(path, { text });
    expect(await say(owner, 'Ours since 2023.')).toMatchObject({ status: 201, body: { side: 'publisher' } });
    expect((await say(admin, 'Show a release.')).status).toBe(201);
    expect((await say(claimant, 'Here it is.')).status).toBe(201);
    expect((await say(reporter, 'Me too.')).status).toBe(404);
    expect((await app.api.as(reporter).get(path)).status).toBe(404);
    expect((await app.api.as(claimant).get(path)).body.messages).toMatchObject([
      { side: 'publisher', text: 'Ours since 2023.' },
      { side: 'admin', text: 'Show a release.' },
      { side: 'reporter', text: 'Here it is.' },
    ]);
    expect((await noticesOf(claimant)).map(({ text }: { text: string }) => text)).toEqual([
      'Show a release.',
      'Ours since 2023.',
    ]);
    await resolve(claim.id, { verdict: 'upheld', answer: 'The node goes to you.' });
    expect(await say(owner, 'No.')).toMatchObject({ status: 409, body: { error: 'node_report_closed' } });

    const { body: grave } = await report(claimant, id, { reason: 'malware' });
    expect((await app.api.as(owner).get(`/reports/${grave.id}/messages`)).status).toBe(404);
    expect(
      (await app.api.as(claimant).post(`/reports/${grave.id}/messages`, { text: 'See a.py.' })).status,
    ).toBe(201);
  });

  it('are listed for admins by status and node, newest first, page by page', async () => {
    const team = await new Publishing(app).team();
    await new Publishing(app).publish(team, 'odd-pack', '1.0.0', packageOf('Odd'));
    const first = (await report(reporter, 'odd-pack', { version: '1.0.0' })).body;
    const second = (await report(await app.caller(), 'odd-pack', { reason: 'broken' })).body;
    await resolve(second.id, { verdict: 'dismissed', answer: 'It works here.' });
    const ids = (list: Reply['body']): string[] => list.reports.map(({ id }: { id: string }) => id);
    expect(ids(await listed('?node_id=ODD-pack'))).toEqual([second.id, first.id]);
    expect(ids(await listed('?node_id=odd-pack&status=open'))).toEqual([first.id]);
    expect(ids(await listed('?node_id=odd-pack&status=closed'))).toEqual([second.id]);
    const page = await listed('?node_id=odd-pack&limit=1');
    const next = await listed(`?node_id=odd-pack&limit=1&cursor=${page.next_cursor}`);
    expect([ids(page), ids(next), next.next_cursor]).toEqual([[second.id], [first.id], null]);
    expect(next.reports[0]).toMatchObject({ version: '1.0.0', weight: 0, reporter_name: 'Watchful' });
    expect((await app.api.as(reporter).get('/admin/reports')).status).toBe(403);
  });

  it('are counted by the week in which they were filed, with the time to an answer', async () => {
    const figures = async (): Promise<Reply['body'][]> =>
      (await app.api.as(admin).get('/admin/reviews/figures?weeks=3')).body.weeks;
    app.passTime(14 * 24 * 60 * 60 * 1000);
    const [{ week }, between] = await figures();
    expect(between).toMatchObject({ reports_filed: 0, report_hours_median: null });
    const { id } = await given.node();
    const filed: string[] = [];
    for (let count = 0; count < 4; count += 1)
      filed.push((await report(await app.caller(), id, { reason: 'spam' })).body.id);
    for (const [at, verdict] of (['upheld', 'dismissed', 'dismissed'] as const).entries()) {
      app.passTime(2 * 60 * 60 * 1000);
      await resolve(filed[at]!, { verdict, answer: 'Seen.' });
    }
    const found = (await figures()).find((one) => one.week === week);
    expect(found).toMatchObject({ reports_filed: 4, reports_upheld: 1, reports_dismissed: 2 });
    expect(found.report_hours_median).toBeCloseTo(4, 1);
  });
});
