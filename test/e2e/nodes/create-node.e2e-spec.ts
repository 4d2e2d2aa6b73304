import { GivenRegistry } from '../../support/given-registry.js';
import { TestApp } from '../../support/test-app.js';

describe('POST /publishers/:publisherId/nodes', () => {
  let app: TestApp;
  let given: GivenRegistry;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
  });
  afterAll(() => app.stop());

  it('creates a node once', async () => {
    const { id: publisherId, owner } = await given.publisher();
    const id = given.id('Once');
    const created = await app.api.as(owner).post(`/publishers/${publisherId}/nodes`, { id, name: 'Once' });
    expect(created).toMatchObject({ status: 201, body: { id, name: 'Once' } });
    const again = await app.api.as(owner).post(`/publishers/${publisherId}/nodes`, { id: id.toLowerCase() });
    expect(again).toMatchObject({ status: 409, body: { error: 'node_taken' } });
  });

  it('lets exactly one of fifty concurrent creations by ten publishers win', async () => {
    const publishers = await Promise.all(Array.from({ length: 10 }, () => given.publisher()));
    const id = given.id('race');
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const publisher = publishers[at % 10]!;
        return app.api.as(publisher.owner).post(`/publishers/${publisher.id}/nodes`, { id });
      }),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    const winner = replies.find(({ status }) => status === 201)!;
    expect((await app.api.get(`/nodes/${id}`)).body.publisher.id).toBe(winner.body.publisher.id);
  });

  it('needs an id that a node can have', async () => {
    const { id: publisherId, owner } = await given.publisher();
    for (const id of [undefined, null, '', 7, 'a b', 'search', '_x']) {
      const reply = await app.api.as(owner).post(`/publishers/${publisherId}/nodes`, { id });
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(reply.body.message).toMatch(/^id /);
    }
  });

  it('is for members of the publisher', async () => {
    const publisher = await given.publisher();
    const member = await given.member(publisher);
    const target = `/publishers/${publisher.id}/nodes`;
    expect((await app.api.as(member).post(target, { id: given.id() })).status).toBe(201);
    expect((await app.api.as(await app.caller()).post(target, { id: given.id() })).status).toBe(403);
    expect((await app.api.post(target, { id: given.id() })).status).toBe(401);
    const reader = await app.caller({ scopes: ['registry:read'] });
    expect((await app.api.as(reader).post(target, { id: given.id() })).body.error).toBe('insufficient_scope');
  });

  it('accepts a look-alike of another publisher and tells admins', async () => {
    const stem = given.id('look').replaceAll('-', '');
    await given.node({ id: `${stem}-alike` });
    const twin = await given.node({ id: `${stem}_A.like` });
    const admin = await given.admin();
    const seen = await app.api.as(admin).get(`/nodes/${twin.id}`);
    expect(seen.body.review_reason).toContain(`${stem}-alike`);
    expect(twin.body).not.toHaveProperty('review_reason');
    expect((await app.api.get(`/nodes/${twin.id}`)).body).not.toHaveProperty('review_reason');
    const queue = await app.api.as(admin).get('/nodes?needs_review=true&limit=100');
    expect(queue.body.nodes.map(({ id }: { id: string }) => id)).toContain(twin.id);
    expect((await app.api.as(twin.owner).get('/nodes?needs_review=true')).status).toBe(403);
    await app.api.as(admin).put(`/admin/nodes/${twin.id}`, { review_reason: '' });
    expect((await app.api.as(admin).get(`/nodes/${twin.id}`)).body).not.toHaveProperty('review_reason');
  });

  it('suspects an id one edit away from a popular one, but not one of the same publisher', async () => {
    const stem = given.id('popular').replaceAll('-', '');
    const { publisher } = await given.node({ id: `${stem}-suite` });
    const admin = await given.admin();
    const reasonOf = async (id: string): Promise<unknown> =>
      (await app.api.as(admin).get(`/nodes/${id}`)).body.review_reason;
    const swapped = await given.node({ id: `${stem}-siute` });
    expect(await reasonOf(swapped.id)).toContain(`${stem}-suite`);
    const dropped = await given.node({ id: `${stem}-sute` });
    expect(await reasonOf(dropped.id)).toContain(`${stem}-s`);
    const own = await given.node({ publisher, id: `${stem}_suite` });
    expect(await reasonOf(own.id)).toBeUndefined();
    const far = await given.node({ id: `${stem}-something` });
    expect(await reasonOf(far.id)).toBeUndefined();
  });
});
