import { GivenRegistry } from '../../support/given-registry.js';
import { packageOf, Publishing } from '../../support/publishing.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

describe('what an admin sees before a decision', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let publishing: Publishing;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start({ DOWNLOAD_FLUSH_MS: '100' });
    given = new GivenRegistry(app);
    publishing = new Publishing(app);
    admin = await given.admin();
  });
  afterAll(() => app.stop());

  const get = (path: string): Promise<Reply> => app.api.as(admin).get(path);

  it('lists the nodes of others that a node may be taken for', async () => {
    const real = await given.node({ id: 'look-alike-one' });
    const { owner } = await given.publisher();
    const other = await given.publisher({ owner });
    await given.node({ id: 'look-alike-two', publisher: other });
    const fake = await given.node({ id: 'Look_Alike.One', publisher: other });
    const { body } = await get(`/admin/nodes/${fake.id}/look-alikes`);
    expect(body.look_alikes).toMatchObject([
      { likeness: 'same_letters', node: { id: real.id, publisher: { id: real.publisher.id } } },
    ]);
    expect((await get('/admin/nodes/none/look-alikes')).status).toBe(404);
    const near = await given.node({ id: 'look-alike-tow1' });
    expect((await get(`/admin/nodes/${near.id}/look-alikes`)).body.look_alikes).toEqual([]);
    const close = await given.node({ id: 'look-alike-twos' });
    expect((await get(`/admin/nodes/${close.id}/look-alikes`)).body.look_alikes).toMatchObject([
      { likeness: 'one_edit', node: { id: 'look-alike-two' } },
    ]);
  });

  it('counts what a ban would hide, of a node and of its publisher', async () => {
    const team = await publishing.team();
    await publishing.publish(team, 'going-1', '1.0.0', packageOf('A'));
    await publishing.publish(team, 'going-1', '1.1.0', packageOf('A'));
    await publishing.publish(team, 'going-2', '1.0.0', packageOf('B'));
    await given.node({ id: 'going-3', publisher: team });
    await app.api.as(admin).post('/nodes/going-3/ban', { reason: 'test' });
    await given.member(team);
    await app.api.get('/nodes/going-1/install');
    await until(async () => (await app.api.get('/nodes/going-1')).body.downloads === 1);
    expect((await get('/nodes/going-1/ban-preview')).body).toEqual({
      nodes: 1,
      versions: 2,
      downloads: 1,
      downloads_recently: 1,
      members: 2,
      examples: [{ id: 'going-1', name: 'going-1', downloads: 1 }],
    });
    expect((await get(`/publishers/${team.id}/ban-preview`)).body).toMatchObject({
      nodes: 2,
      versions: 3,
      members: 2,
      examples: [{ id: 'going-1' }, { id: 'going-2' }],
    });
    expect((await get('/nodes/going-3/ban-preview')).body).toMatchObject({
      nodes: 0,
      versions: 0,
      members: 2,
    });
    await app.api.as(admin).post(`/publishers/${team.id}/ban`, { reason: 'test' });
    expect((await get(`/publishers/${team.id}/ban-preview`)).body).toMatchObject({ nodes: 0, examples: [] });
    expect((await get('/nodes/none/ban-preview')).status).toBe(404);
    expect((await get('/publishers/none/ban-preview')).status).toBe(404);
  });
});
