import { GivenRegistry } from '../../support/given-registry.js';
import { packageOf, Publishing, type Team } from '../../support/publishing.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';

describe('the activity of publishers', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let publishing: Publishing;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    publishing = new Publishing(app);
    admin = app.api.as(await given.admin());
  });
  afterAll(() => app.stop());

  const sql = (statement: string): Promise<unknown[]> => rowsOf(app.databaseUrl, statement);
  const listed = async (query: string): Promise<string[]> =>
    (await admin.get(`/publishers?limit=100&${query}`)).body.map(({ id }: { id: string }) => id);

  describe('of one', () => {
    let team: Team;

    beforeAll(async () => {
      team = await publishing.team();
      for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
        await publishing.publish(team, 'active-node', version, packageOf(`Active ${version}`));
      const moderate = (version: string, status: string) =>
        admin.put(`/admin/nodes/active-node/versions/${version}`, { status, status_reason: 'test' });
      await moderate('1.1.0', 'NodeVersionStatusFlagged');
      await moderate('1.2.0', 'NodeVersionStatusBanned');
      await moderate('1.3.0', 'NodeVersionStatusDeleted');
      await publishing.announce(team, 'active-node', '2.0.0');
      for (const verdict of ['upheld', 'dismissed', 'dismissed']) {
        const reporter = app.api.as(await app.caller());
        const report = await reporter.post('/nodes/active-node/reports', {
          reason: 'spam',
          details: 'Spam.',
        });
        await admin.post(`/admin/reports/${report.body.id}/resolve`, { verdict, answer: 'Seen.' });
      }
    });

    it('has its nodes and downloads in the list, for admins only', async () => {
      const of = async (reader: ApiClient): Promise<Record<string, unknown>> =>
        (await reader.get(`/publishers?search=${team.id}`)).body[0];
      await app.api.get('/nodes/active-node/install');
      expect(await of(admin)).toMatchObject({ node_count: 1, downloads: expect.any(Number) });
      expect(await of(app.api)).not.toHaveProperty('node_count');
      expect(await of(app.api.as(team.owner))).not.toHaveProperty('downloads');
    });

    it('is counted for its members and for admins', async () => {
      const { status, body } = await app.api.as(team.owner).get(`/publishers/${team.id}/activity`);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          versions_published: 4,
          versions_active: 1,
          versions_held: 1,
          versions_banned: 1,
          reports_upheld: 1,
          reports_dismissed: 2,
          first_published_at: expect.stringMatching(/^\d{4}-/),
          last_published_at: expect.stringMatching(/^\d{4}-/),
          token_last_used_at: null,
        },
      });
      expect(body.first_published_at < body.last_published_at).toBe(true);
      expect((await admin.get(`/publishers/${team.id}/activity`)).body).toMatchObject({
        versions_published: 4,
      });
      expect((await app.api.as(await app.caller()).get(`/publishers/${team.id}/activity`)).status).toBe(403);
    });

    it('says when a token of a member was last used, but not one that is bound elsewhere', async () => {
      const used = '2026-01-02T03:04:05.000Z';
      const of = `user_id = '${team.owner.user.id}'`;
      await sql(`update access_tokens set last_used_at = '${used}' where ${of}`);
      const other = await given.publisher({ owner: team.owner });
      await sql(`insert into access_tokens (id, user_id, name, digest, scopes, publisher_id, last_used_at)
        select gen_random_uuid(), user_id, 'bound', '\\x01', scopes, '${other.id}', '2026-02-02T00:00:00Z'
          from access_tokens where ${of} limit 1`);
      expect((await admin.get(`/publishers/${team.id}/activity`)).body.token_last_used_at).toBe(used);
    });

    it('is nothing for a publisher without nodes', async () => {
      const { id } = await given.publisher();
      expect((await admin.get(`/publishers/${id}/activity`)).body).toMatchObject({
        versions_published: 0,
        first_published_at: null,
        last_published_at: null,
      });
    });
  });

  it('finds publishers that nobody can act for', async () => {
    const [whole, left, suspended, invited] = await Promise.all(
      Array.from({ length: 4 }, () => given.publisher()),
    );
    await sql(`delete from publisher_members where publisher_id = '${left!.id}'`);
    await admin.put(`/admin/users/${suspended!.owner.user.id}`, { isSuspended: true });
    await sql(`update publisher_members set accepted_at = null where publisher_id = '${invited!.id}'`);
    await sql(`insert into publishers (id, name) values ('imported', 'Imported')`);
    const found = await listed('orphaned=true');
    expect(found).toEqual(['imported', left!.id, suspended!.id, invited!.id].sort());
    expect(found).not.toContain(whole!.id);
    expect(await listed('orphaned=true&search=imported')).toEqual(['imported']);
  });

  it('finds publishers that have published nothing for a year', async () => {
    const ago = (days: number): string => `now() - interval '${days} days'`;
    const age = (id: string, days: number): Promise<unknown> =>
      sql(`update publishers set created_at = ${ago(days)} where id = '${id}'`);
    const [fresh, silent, announcing] = await Promise.all(Array.from({ length: 3 }, () => given.publisher()));
    await age(silent!.id, 366);
    await age(announcing!.id, 366);
    await publishing.announce(announcing!, 'only-announced', '1.0.0');
    const team = await publishing.team('once-silent');
    await age(team.id, 800);
    await publishing.publish(team, 'silent-node', '1.0.0', packageOf('Silent'));
    const stale = await listed('stale=true');
    expect(stale).toEqual([silent!.id, announcing!.id].sort());
    expect(stale).not.toContain(fresh!.id);
    await sql(`update last_publishes set published_at = ${ago(366)} where publisher_id = '${team.id}'`);
    expect(await listed('stale=true&search=once-silent')).toEqual([team.id]);
    await publishing.publish(team, 'silent-node', '1.1.0', packageOf('Silent no more'));
    expect(await listed('stale=true&search=once-silent')).toEqual([]);
  });

  it.each(['orphaned', 'stale'])('lets only admins filter by %s', async (filter) => {
    const caller = app.api.as(await app.caller());
    expect((await app.api.get(`/publishers?${filter}=true`)).status).toBe(401);
    expect((await caller.get(`/publishers?${filter}=true`)).status).toBe(403);
  });
});
