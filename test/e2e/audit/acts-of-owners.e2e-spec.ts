import { GivenRegistry } from '../../support/given-registry.js';
import { Publishing } from '../../support/publishing.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';

type Entry = {
  actor_id: string;
  token_id: string;
  action: string;
  target_id: string;
  target_name: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

describe('what owners do', () => {
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

  const good = (reply: Reply): Reply => {
    if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  };
  /** What the log has of a user's acts, the oldest first. */
  const log = async ({ user }: Caller, query = ''): Promise<Entry[]> =>
    (await admin.get(`/admin/audit?limit=100&actor_id=${user.id}${query}`)).body.entries.reverse();
  const actions = (entries: Entry[]): string[] =>
    entries.map(({ action, target_id: target }) => `${action} ${target}`);

  it('with nodes and versions is in the audit log, with the token that did it', async () => {
    const { id, owner } = await given.publisher();
    const { body: publisher } = await app.api.get(`/publishers/${id}`);
    const made = good(
      await app.api.as(owner).post('/users/tokens', { name: 'CI', scopes: ['registry:write'] }),
    );
    const ci = app.api.as(made.body.token as string);
    const node = `/publishers/${id}/nodes/log-a`;
    good(await ci.put(node, { description: 'First.' }));
    good(await ci.put(node, { description: 'x'.repeat(5_000) }));
    good(await ci.put(node, { description: 'x'.repeat(5_000) }));
    good(await ci.post(`${node}/versions`, { node_version: { version: '1.0.0' } }));
    good(await ci.post(`${node}/versions`, { node_version: { version: '1.0.0' } }));
    good(await ci.put(`${node}/versions/1.0.0`, { deprecated: true }));
    good(await ci.delete(`${node}/versions/1.0.0`));
    good(await ci.delete(node));
    good(await app.api.as(owner).delete(`/users/tokens/${made.body.id}`));
    const entries = await log(owner);
    expect(actions(entries)).toEqual([
      `publisher.create ${id}`,
      `user.issue_token ${owner.user.id}`,
      'node.create log-a',
      'node.update log-a',
      'node_version.publish log-a@1.0.0',
      'node_version.update log-a@1.0.0',
      'node_version.delete log-a@1.0.0',
      'node.delete log-a',
      `user.revoke_token ${owner.user.id}`,
    ]);
    const [created, issued, , updated] = entries;
    expect([created?.target_name, issued?.target_name]).toEqual([publisher.name, owner.user.name]);
    expect(updated?.target_name).toBe('log-a');
    expect(issued?.after).toMatchObject({ token_id: made.body.id, name: 'CI', scopes: ['registry:write'] });
    expect(updated?.before).toEqual({ description: 'First.' });
    expect((updated?.after.description as string).length).toBe(2_001);
    const byToken = await log(owner, `&token_id=${made.body.id}`);
    expect(byToken).toEqual(entries.slice(2, 8));
    expect(JSON.stringify(entries)).not.toContain('@example.');
  });

  it('in a session is found by the token that the session was begun with', async () => {
    const { id, owner } = await given.publisher();
    const wanted = { name: 'laptop', scopes: ['registry:write'] };
    const { body: token } = good(await app.api.as(owner).post('/users/tokens', wanted));
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const begun = good(await app.api.post('/session', { token: token.token }, { headers }));
    const cookie = begun.headers.getSetCookie().map((one) => one.split(';')[0]);
    const inSession = { headers: { ...headers, cookie: cookie.join('; ') } };
    good(await app.api.call('PUT', `/publishers/${id}/nodes/log-s`, {}, inSession));
    // What a token does that was made with the token is found by its own id.
    const made = good(await app.api.as(token.token as string).post('/users/tokens', wanted));
    good(await app.api.as(made.body.token as string).put(`/publishers/${id}/nodes/log-m`, {}));
    const byToken = await log(owner, `&token_id=${token.id}`);
    expect(actions(byToken)).toEqual(['node.create log-s', `user.issue_token ${owner.user.id}`]);
    expect(byToken.map(({ token_id }) => token_id)).toEqual([begun.body.token_id, token.id]);
  });

  it('with members, tokens and transfers of a publisher is there too', async () => {
    const publisher = await given.publisher();
    const { id, owner } = publisher;
    const asOwner = app.api.as(owner);
    const member = await given.member(publisher);
    good(await asOwner.put(`/publishers/${id}`, { name: 'Renamed' }));
    const { body: token } = good(await asOwner.post(`/publishers/${id}/tokens`, { name: 'CI' }));
    good(await asOwner.delete(`/publishers/${id}/tokens/${token.id}`));
    const { body: members } = good(await asOwner.get(`/publishers/${id}/members`));
    const place = (members as { id: string; user: { id: string } }[]).find(
      ({ user }) => user.id === member.user.id,
    );
    good(await asOwner.put(`/publishers/${id}/members/${place?.id}`, { role: 'owner' }));
    good(await app.api.as(member).delete(`/publishers/${id}/members/${place?.id}`));
    good(await asOwner.delete(`/publishers/${id}`));
    expect(actions(await log(owner))).toEqual(
      [
        'publisher.create',
        'publisher.invite_member',
        'publisher.update',
        'publisher.issue_token',
        'publisher.revoke_token',
        'publisher.change_member',
        'publisher.delete',
      ].map((action) => `${action} ${id}`),
    );
    expect(actions(await log(member))).toEqual([
      `publisher.accept_member ${id}`,
      `publisher.remove_member ${id}`,
    ]);
  });

  it('names who published a version, to members and admins alone', async () => {
    const team = await publishing.team();
    await publishing.publish(team, 'named', '1.0.0');
    const path = '/nodes/named/versions/1.0.0';
    for (const api of [app.api.as(team.owner), admin]) {
      expect((await api.get(path)).body.published_by).toMatchObject({
        user_id: team.owner.user.id,
        user_name: expect.stringMatching(/./),
        token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    }
    const list = await app.api.as(team.owner).get(`/publishers/${team.id}/versions`);
    expect(list.body.versions[0].published_by).toMatchObject({ user_id: team.owner.user.id });
    for (const api of [app.api, app.api.as(await app.caller())]) {
      for (const place of [path, '/nodes/named/install', '/nodes/named/versions']) {
        expect(JSON.stringify((await api.get(place)).body)).not.toContain('published_by');
      }
    }
  });

  it('is undone by no ban without a reason', async () => {
    const { id, publisher } = await given.node();
    const team = await publishing.team();
    await publishing.announce(team, 'reasoned', '1.0.0');
    const version = '/admin/nodes/reasoned/versions/1.0.0';
    const bans: [Promise<Reply>, string][] = [
      [admin.post(`/nodes/${id}/ban`, {}), 'reason'],
      [admin.post(`/nodes/${id}/ban`, { reason: '  ' }), 'reason'],
      [admin.post(`/publishers/${publisher.id}/nodes/${id}/ban`, {}), 'reason'],
      [admin.post(`/publishers/${publisher.id}/ban`, {}), 'reason'],
      [admin.put(`/publishers/${publisher.id}`, { status: 'PublisherStatusBanned' }), 'reason'],
      [admin.put(`/admin/nodes/${id}`, { status: 'NodeStatusBanned' }), 'status_detail'],
      [admin.put(version, { status: 'NodeVersionStatusBanned' }), 'status_reason'],
    ];
    for (const [ban, field] of bans) {
      expect(await ban).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', message: expect.stringMatching(new RegExp(`^${field} .*must`)) },
      });
    }
    expect((await app.api.get(`/nodes/${id}`)).body.status).toBe('NodeStatusActive');
    const reason = 'Steals keys.';
    const { body } = await admin.put(`/publishers/${publisher.id}`, {
      status: 'PublisherStatusBanned',
      reason,
    });
    expect(body.status).toBe('PublisherStatusBanned');
    const ban = await admin.get(`/admin/audit?action=publisher.ban&target_id=${publisher.id}`);
    expect(ban.body.entries).toMatchObject([{ reason }]);
  });
});
