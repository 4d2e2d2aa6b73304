import { GivenRegistry } from '../../support/given-registry.js';
import { packageOf, Publishing, type Team } from '../../support/publishing.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the quarantine of a node', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let admin: Caller;
  let team: Team;

  beforeAll(async () => {
    app = await TestApp.start({ REGISTRY_QUARANTINE_REPORTS: '3' });
    given = new GivenRegistry(app);
    admin = await given.admin();
    const publishing = new Publishing(app);
    team = await publishing.team();
    await publishing.publish(team, 'shady', '1.0.0', packageOf('Shady'));
  });
  afterAll(() => app.stop());

  const act = (node: string, name: string, reason = 'test'): Promise<Reply> =>
    app.api.as(admin).post(`/admin/nodes/${node}/${name}`, { reason });
  const report = (who: Caller, node: string, reason = 'malware'): Promise<Reply> =>
    app.api.as(who).post(`/nodes/${node}/reports`, { reason, details: 'It sends keys away.' });
  const answer = (reply: Reply, verdict: string): Promise<Reply> =>
    app.api.as(admin).post(`/admin/reports/${reply.body.id}/resolve`, { verdict, answer: 'Seen.' });
  const isHidden = async (node: string): Promise<boolean> =>
    (await app.api.get(`/nodes/${node}`)).body.error === 'node_banned';
  const waiting = async (): Promise<Reply['body'][]> =>
    (await app.api.as(admin).get('/admin/reviews?kind=quarantine')).body.reviews;
  const people = (count: number): Promise<Caller[]> =>
    Promise.all(Array.from({ length: count }, () => app.caller()));
  /** Reports by these users, one after the other. */
  const reportAll = async (callers: readonly Caller[], node: string): Promise<Reply[]> => {
    const replies: Reply[] = [];
    for (const who of callers) replies.push(await report(who, node));
    return replies;
  };

  it('hides it everywhere, keeps its files, and ends without a trace', async () => {
    const publicPaths = [
      '/nodes/shady',
      '/nodes/shady/install',
      '/nodes/shady/versions',
      '/nodes/shady/versions/1.0.0',
      '/nodes/search?search=shady',
      `/publishers/${team.id}/nodes`,
    ];
    const seen = async (): Promise<unknown[]> =>
      Promise.all(publicPaths.map(async (path) => (await app.api.get(path)).body));
    const before = await seen();
    const { last_serial: since } = (await app.api.get('/changes?since=0&limit=1000')).body;
    expect(await act('shady', 'quarantine', 'Sends keys away.')).toMatchObject({
      status: 200,
      body: {
        status: 'NodeStatusBanned',
        status_detail: 'Sends keys away.',
        quarantined_at: expect.stringMatching(/^\d{4}-/),
      },
    });
    const asOwner = await app.api.as(team.owner).get('/nodes/shady');
    expect(asOwner.body).toMatchObject({ quarantined_at: expect.any(String) });
    for (const path of publicPaths.slice(0, 4)) expect((await app.api.get(path)).status).toBe(403);
    expect((await app.api.get('/nodes/search?search=shady')).body.total).toBe(0);
    expect((await app.api.get(`/publishers/${team.id}/nodes`)).body).toEqual([]);
    expect(await waiting()).toMatchObject([
      { kind: 'quarantine', node_id: 'shady', reason: 'Sends keys away.', publisher_id: team.id },
    ]);
    expect((await act('shady', 'release', 'It does not.')).status).toBe(200);
    expect(await seen()).toEqual(before);
    expect(await waiting()).toEqual([]);
    const { changes } = (await app.api.get(`/changes?since=${since}`)).body;
    expect(changes.map(({ action, kind }: Record<string, string>) => `${action} ${kind}`)).toEqual([
      'delete node_version',
      'delete node',
      'upsert node_version',
      'upsert node',
    ]);
    const audit = await app.api.as(admin).get('/admin/audit?target_id=shady&limit=2');
    expect(audit.body.entries).toMatchObject([
      { action: 'node.release', reason: 'It does not.', actor_id: admin.user.id },
      { action: 'node.quarantine', reason: 'Sends keys away.' },
    ]);
    const { notices } = (await app.api.as(team.owner).get('/users/notices')).body;
    expect(notices.map(({ subject }: { subject: string }) => subject)).toEqual([
      'shady is shown again',
      'shady is quarantined',
    ]);
  });

  it('needs a reason, becomes a ban by one, and is not mistaken for one', async () => {
    const { id } = await given.node();
    for (const body of [{}, { reason: '  ' }])
      expect(await app.api.as(admin).post(`/admin/nodes/${id}/quarantine`, body)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('reason') },
      });
    expect((await act(id, 'release')).body).toMatchObject({ error: 'node_not_quarantined' });
    await act(id, 'quarantine', 'Looks odd.');
    const banned = await app.api.as(admin).post(`/nodes/${id}/ban`, { reason: 'Looks odd.' });
    expect(banned.body.status).toBe('NodeStatusBanned');
    expect(banned.body).not.toHaveProperty('quarantined_at');
    expect((await act(id, 'release')).status).toBe(409);
    expect((await act(id, 'quarantine', 'Again.')).body).toMatchObject({ status_detail: 'Looks odd.' });
    expect(await waiting()).toEqual([]);
    await act('no-such', 'quarantine').then(({ status }) => expect(status).toBe(404));
    expect((await app.api.as(team.owner).post(`/admin/nodes/${id}/release`, {})).status).toBe(403);
  });

  it('ends too when an admin gives the node another status', async () => {
    const { id } = await given.node();
    await act(id, 'quarantine');
    await app.api.as(admin).put(`/admin/nodes/${id}`, { status: 'NodeStatusActive' });
    expect(await isHidden(id)).toBe(false);
    await app.api.as(admin).post(`/nodes/${id}/ban`, { reason: 'Bad.' });
    expect((await app.api.as(admin).get(`/nodes/${id}`)).body).not.toHaveProperty('quarantined_at');
  });

  it('comes by itself from reports of settled accounts, and not again from those who were wrong', async () => {
    const old = await people(5);
    app.passTime(8 * DAY_MS);
    const fresh = await people(3);
    const { id, owner } = await given.node();
    await reportAll([...fresh, ...old.slice(0, 2)], id);
    await report(old[2]!, id, 'broken');
    expect(await isHidden(id)).toBe(false);
    expect((await report(old[2]!, id, 'impersonation')).status).toBe(201);
    expect(await isHidden(id)).toBe(true);
    expect((await app.api.as(owner).get(`/nodes/${id}`)).body.status_detail).toBe(
      'Users report impersonation and malware. It is hidden until an admin has checked it.',
    );
    const audit = await app.api.as(admin).get(`/admin/audit?target_id=${id}&action=node.quarantine`);
    expect(audit.body.entries).toMatchObject([{ actor_id: old[2]!.user.id }]);
    await act(id, 'release', 'They are wrong.');
    const own = await app.api.as(old[0]!).get('/users/reports');
    expect(own.body.reports).toMatchObject([
      { verdict: 'dismissed', answer: expect.stringContaining('shows it again') },
    ]);
    await reportAll(old.slice(0, 3), id);
    expect(await isHidden(id)).toBe(false);
    await reportAll(old.slice(3), id);
    expect(await isHidden(id)).toBe(false);
    const { body } = await app.api.as(admin).get(`/admin/reports?node_id=${id}&status=open`);
    expect(body.reports.map(({ weight }: { weight: number }) => weight)).toEqual([1, 1, 0, 0, 0]);
  });

  it('comes from one trusted reporter, who was right about three nodes; a ban says they were', async () => {
    const [trusted] = await people(1);
    app.passTime(8 * DAY_MS);
    for (let times = 0; times < 3; times += 1) {
      const { id } = await given.node();
      const reported = await report(trusted!, id);
      expect(await isHidden(id)).toBe(false);
      if (times < 2) {
        await answer(reported, 'upheld');
        continue;
      }
      await act(id, 'quarantine');
      await app.api.as(admin).post(`/nodes/${id}/ban`, { reason: 'Steals keys.' });
      const { reports } = (await app.api.as(trusted!).get('/users/reports?limit=1')).body;
      expect(reports).toMatchObject([{ verdict: 'upheld', answer: 'The node is banned. Steals keys.' }]);
    }
    const { id } = await given.node();
    await report(trusted!, id, 'spam');
    expect(await isHidden(id)).toBe(false);
    await report(trusted!, id);
    expect(await isHidden(id)).toBe(true);
  });
});
