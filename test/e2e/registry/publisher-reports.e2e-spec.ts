import { GivenRegistry } from '../../support/given-registry.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';

describe('reports of publishers', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let admin: Caller;
  let claimant: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    admin = await given.admin();
    claimant = await app.caller({ name: 'First' });
  });
  afterAll(() => app.stop());

  const report = (who: Caller, publisher: string, body: object = {}): Promise<Reply> =>
    app.api
      .as(who)
      .post(`/publishers/${publisher}/reports`, { reason: 'name', details: 'It is our name.', ...body });
  const resolve = (id: string, verdict: string, answer: string): Promise<Reply> =>
    app.api.as(admin).post(`/admin/reports/${id}/resolve`, { verdict, answer });
  const noticesOf = async (who: Caller): Promise<Reply['body']> =>
    (await app.api.as(who).get('/users/notices')).body.notices;
  const listed = async (query: string): Promise<string[]> =>
    (await app.api.as(admin).get(`/admin/reports?${query}`)).body.reports.map(({ id }: { id: string }) => id);

  it('of one user and publisher are one while it is open, and get an answer', async () => {
    const name = 'Team of Ada';
    const { id } = await given.publisher({ name });
    const first = await report(claimant, id, { reason: 'spam', details: 'It advertises.' });
    expect(first).toMatchObject({
      status: 201,
      body: { publisher_id: id, node_id: null, version: null, verdict: null, answer: '' },
    });
    const second = await report(claimant, id, { reason: 'impersonation', details: 'It is not them.' });
    expect(second.body).toMatchObject({ id: first.body.id, reason: 'impersonation' });
    expect(await resolve(first.body.id, 'upheld', 'It is banned.')).toMatchObject({
      status: 200,
      body: {
        publisher_id: id,
        publisher_name: name,
        node_name: null,
        verdict: 'upheld',
        reporter_name: 'First',
      },
    });
    expect((await app.api.as(claimant).get('/users/reports')).body.reports[0]).toMatchObject({
      publisher_id: id,
      answer: 'It is banned.',
    });
    expect((await noticesOf(claimant))[0]).toMatchObject({
      subject: `Your report of the publisher ${id} is upheld`,
      node_id: null,
      report_id: first.body.id,
    });
    const { entries } = (await app.api.as(admin).get(`/admin/audit?target_id=${id}`)).body;
    expect(entries[0]).toMatchObject({ action: 'publisher.resolve_report', target_kind: 'publisher' });
    expect((await app.api.as(admin).get(`/publishers/${id}/activity`)).body).toMatchObject({
      reports_upheld: 1,
      reports_dismissed: 0,
    });
    expect((await report(claimant, id)).body.id).not.toBe(first.body.id);
  });

  it('that claim its name are discussed by claimant, owners and admins, and others are not', async () => {
    const publisher = await given.publisher();
    const { id, owner } = publisher;
    const member = await given.member(publisher);
    const { body: claim } = await report(claimant, id);
    expect(await noticesOf(owner)).toMatchObject([
      {
        report_id: claim.id,
        subject: `Somebody claims the name of the publisher ${id}`,
        text: expect.stringMatching(/^It is our name\./),
      },
    ]);
    expect(await noticesOf(member)).toEqual([]);
    const path = `/reports/${claim.id}/messages`;
    const say = (who: Caller, text: string): Promise<Reply> => app.api.as(who).post(path, { text });
    expect(await say(owner, 'Ours since 2023.')).toMatchObject({ status: 201, body: { side: 'publisher' } });
    expect(await say(claimant, 'Ours since 2020.')).toMatchObject({
      status: 201,
      body: { side: 'reporter' },
    });
    expect(await say(admin, 'Show it.')).toMatchObject({ status: 201, body: { side: 'admin' } });
    for (const who of [member, await app.caller()]) {
      expect((await say(who, 'Me too.')).status).toBe(404);
      expect((await app.api.as(who).get(path)).status).toBe(404);
    }
    expect((await noticesOf(owner))[0]).toMatchObject({
      subject: `A message about the claim of the name of the publisher ${id}`,
      text: 'Show it.',
    });
    const transferred = await app.api
      .as(admin)
      .post(`/publishers/${id}/transfer`, { user_id: claimant.user.id, reason: 'Its name is theirs.' });
    expect(transferred.status).toBe(200);
    await resolve(claim.id, 'upheld', 'The publisher is yours.');
    expect(await say(claimant, 'Thanks.')).toMatchObject({
      status: 409,
      body: { error: 'node_report_closed' },
    });
  });

  it('other than claims are not shown to its owners', async () => {
    const { id, owner } = await given.publisher();
    const { body } = await report(claimant, id, { reason: 'spam' });
    expect(await noticesOf(owner)).toEqual([]);
    expect((await app.api.as(owner).get(`/reports/${body.id}/messages`)).status).toBe(404);
  });

  it('are refused from its members, of banned publishers, and with wrong fields', async () => {
    const publisher = await given.publisher();
    const { id, owner } = publisher;
    for (const who of [owner, await given.member(publisher)])
      expect(await report(who, id)).toMatchObject({ status: 403, body: { error: 'own_publisher' } });
    expect(await report(claimant, 'no-such-team')).toMatchObject({
      status: 404,
      body: { error: 'publisher_not_found' },
    });
    for (const [body, problem] of [
      [{ reason: 'licence' }, 'reason must be'],
      [{ details: ' ' }, 'details must not be blank'],
    ] as const)
      expect(await report(claimant, id, body)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(problem) },
      });
    await app.api.as(admin).post(`/publishers/${id}/ban`, { reason: 'test' });
    expect(await report(claimant, id)).toMatchObject({ status: 403, body: { error: 'publisher_banned' } });
  });

  it('are listed for admins among those of nodes, and go with the publisher', async () => {
    const { id, owner } = await given.publisher();
    const { body: ofPublisher } = await report(claimant, id, { reason: 'other' });
    const node = await given.node();
    const ofNode = (
      await app.api.as(claimant).post(`/nodes/${node.id}/reports`, { reason: 'spam', details: 'Spam.' })
    ).body;
    expect(ofNode).toMatchObject({ node_id: node.id, publisher_id: null });
    expect((await listed('status=open')).slice(0, 2)).toEqual([ofNode.id, ofPublisher.id]);
    expect(await listed(`publisher_id=${id}`)).toEqual([ofPublisher.id]);
    expect(await listed(`node_id=${node.id}`)).toEqual([ofNode.id]);
    expect((await app.api.as(owner).delete(`/publishers/${id}`)).status).toBe(204);
    expect(await rowsOf(app.databaseUrl, `select from node_reports where publisher_id = '${id}'`)).toEqual(
      [],
    );
  });
});
