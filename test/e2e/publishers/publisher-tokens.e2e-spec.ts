import { type Caller, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';

describe('/publishers/:publisherId/tokens', () => {
  let app: TestApp;
  let owner: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    owner = await app.caller();
    await app.api.as(owner).post('/publishers', { id: 'team-one' });
    await app.api.as(owner).post('/publishers', { id: 'team-two' });
  });
  afterAll(() => app.stop());

  const body = { name: 'ci', scopes: ['registry:read', 'registry:write'] };
  const create = (by: Caller | string = owner, id = 'team-one', fields: object = body) =>
    app.api.as(by).post(`/publishers/${id}/tokens`, fields);

  it('makes a token that writes to its publisher and to no other', async () => {
    const created = await create();
    expect(created).toMatchObject({ status: 201, body: { publisher_id: 'team-one', scopes: body.scopes } });
    const { token } = created.body;
    expect((await app.api.as(token).put('/publishers/team-one', { name: 'One' })).status).toBe(200);
    const elsewhere = await app.api.as(token).put('/publishers/team-two', { name: 'Two' });
    expect(elsewhere).toMatchObject({ status: 403, body: { error: 'token_bound_elsewhere' } });
    const another = await app.api.as(token).post('/publishers', { id: 'team-three' });
    expect(another).toMatchObject({ status: 403, body: { error: 'token_bound_elsewhere' } });
    expect(await create(token, 'team-two')).toMatchObject({ status: 403 });
  });

  it('may read and write the registry when no scopes are named, and keeps its description', async () => {
    const made = await create(owner, 'team-one', { name: 'plain', description: 'For the release job.' });
    const kept = { name: 'plain', description: 'For the release job.', scopes: body.scopes };
    expect(made).toMatchObject({ status: 201, body: kept });
    expect((await app.api.as(owner).get('/publishers/team-one/tokens')).body).toMatchObject(
      expect.arrayContaining([expect.objectContaining(kept)]),
    );
    const token = made.body.token as string;
    expect((await app.api.as(token).put('/publishers/team-one', { name: 'One' })).status).toBe(200);
    const writer = await create(owner, 'team-one', { name: 'writer', scopes: ['registry:write'] });
    expect((await create(writer.body.token, 'team-one', { name: 'x' })).body.scopes).toEqual([
      'registry:write',
    ]);
  });

  it('gives registry scopes only', async () => {
    const refused = await create(owner, 'team-one', { name: 'x', scopes: ['media'] });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(refused.body.message).toContain('scopes must be');
  });

  it('lets any owner see and revoke them, and nobody else', async () => {
    const { id, token } = (await create()).body;
    const [second, member, stranger] = [await app.caller(), await app.caller(), await app.caller()];
    for (const [who, role] of [
      [second, 'owner'],
      [member, 'member'],
    ] as const) {
      const invited = await app.api
        .as(owner)
        .post('/publishers/team-one/members', { user_id: who.user.id, role });
      await app.api.as(who).post(`/publishers/team-one/members/${invited.body.id}/accept`);
    }
    const path = `/publishers/team-one/tokens/${id}`;
    expect((await app.api.as(stranger).delete(path)).body).toMatchObject({ error: 'not_a_member' });
    expect((await app.api.as(member).delete(path)).body).toMatchObject({ error: 'owner_required' });
    expect((await app.api.as(member).get('/publishers/team-one/tokens')).status).toBe(403);
    expect((await app.api.as(owner).delete(`/publishers/team-two/tokens/${id}`)).status).toBe(404);

    const listed = await app.api.as(second).get('/publishers/team-one/tokens');
    expect(listed.body.map((one: { id: string }) => one.id)).toContain(id);
    expect(listed.bytes.toString()).not.toContain(token);
    expect((await app.api.as(second).delete(path)).status).toBe(204);
    expect((await app.api.as(token).get('/users')).status).toBe(401);
  });

  it('stops with the membership of the one who made it', async () => {
    const second = await app.caller();
    const invited = await app.api
      .as(owner)
      .post('/publishers/team-two/members', { user_id: second.user.id, role: 'owner' });
    await app.api.as(second).post(`/publishers/team-two/members/${invited.body.id}/accept`);
    const { token } = (await create(second, 'team-two')).body;
    expect((await app.api.as(token).put('/publishers/team-two', { name: 'Two' })).status).toBe(200);
    await app.api.as(owner).delete(`/publishers/team-two/members/${invited.body.id}`);
    expect((await app.api.as(token).put('/publishers/team-two', { name: 'Three' })).status).toBe(403);
  });

  it('are made and revoked by an admin only together with the entry in the audit log', async () => {
    const admin = await app.caller({ isAdmin: true });
    const path = '/publishers/team-two/tokens';
    const made = await create(admin, 'team-two');
    const listed = async (): Promise<string[]> =>
      (await app.api.as(owner).get(path)).body.map(({ id }: { id: string }) => id);
    const before = await listed();
    await rowsOf(
      app.databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file' using errcode = '53100'; end $$;
       create trigger refuse before insert on audit_entries for each row execute function refuse()`,
    );
    expect((await create(admin, 'team-two')).status).toBe(507);
    expect((await app.api.as(admin).delete(`${path}/${made.body.id}`)).status).toBe(507);
    await rowsOf(app.databaseUrl, 'drop trigger refuse on audit_entries');
    expect(await listed()).toEqual(before);
    expect((await app.api.as(admin).delete(`${path}/${made.body.id}`)).status).toBe(204);
  });

  it('knows no tokens of a missing publisher', async () => {
    expect(await create(owner, 'nobody')).toMatchObject({
      status: 404,
      body: { error: 'publisher_not_found' },
    });
  });
});
