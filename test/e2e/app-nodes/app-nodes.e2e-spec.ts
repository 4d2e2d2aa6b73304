import { packageOf, Publishing, type Team } from '../../support/publishing.js';
import { type Caller, TestApp } from '../../support/test-app.js';

describe('app nodes', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    admin = await app.caller({ isAdmin: true });
    await publishing.publish(team, 'Kit', '1.0.0', packageOf('Old', 'Shared/Name'));
    await publishing.publish(team, 'Kit', '2.0.0', packageOf('New ', 'Shared/Name'));
    await publishing.publish(team, 'other-kit', '1.0.0', packageOf('Shared/Name', '作る'));
  });
  afterAll(() => app.stop());

  async function names(query: string): Promise<string[]> {
    const { body } = await app.api.get(`/app-nodes?${query}`);
    return (body.app_nodes as { app_node_name: string }[]).map((one) => one.app_node_name);
  }

  it('are shown with all that the package says', async () => {
    const { body } = await app.api.get('/app-nodes?node_id=kit&app_node_name=New%20');
    expect(body).toEqual({
      total: 1,
      app_nodes: [
        {
          app_node_name: 'New ',
          display_name: '',
          category: 'image/filters',
          description: 'Softens an image.',
          function: 'blur',
          input_types: '{"required":{"image":["IMAGE"]}}',
          return_types: '["IMAGE"]',
          return_names: '["image"]',
          output_is_list: expect.any(Array) as boolean[],
          deprecated: false,
          experimental: false,
          policy: 'AppNodePolicyActive',
        },
      ],
    });
  });

  it('are those of the latest version unless another is asked for', async () => {
    expect(await names('node_id=Kit')).toEqual(['New ', 'Shared/Name']);
    expect(await names('node_id=Kit&node_version=1.0')).toEqual(['Old', 'Shared/Name']);
    expect(await names('node_id=Kit&node_version=7.0.0')).toEqual([]);
    expect(await names('app_node_name=Shared/Name')).toEqual(['Shared/Name', 'Shared/Name']);
    expect(await names("app_node_name=' or 1=1 --")).toEqual([]);
    expect((await app.api.get('/app-nodes')).body.total).toBe(4);
  });

  it('come in pages, with pageSize as another word for limit', async () => {
    const all = await names('limit=100');
    expect([...(await names('limit=3')), ...(await names('pageSize=3&page=2'))]).toEqual(all);
    for (const query of ['page=0', 'limit=101', 'pageSize=101', 'limit=0', 'page=101&limit=100']) {
      expect((await app.api.get(`/app-nodes?${query}`)).status).toBe(400);
    }
    expect((await app.api.get('/app-nodes')).headers.get('x-total-exact')).toBe('true');
  });

  it('lead to their node; preemption wins', async () => {
    const nodeOf = (name: string) => app.api.get(`/app-nodes/${encodeURIComponent(name)}/node`);
    expect((await nodeOf('作る')).body.id).toBe('other-kit');
    expect(await nodeOf('Old')).toMatchObject({ status: 404, body: { error: 'app_node_not_found' } });
    expect((await nodeOf('Shared/Name')).body.id).toBe('Kit');
    const preempt = (nodeId: string, list: string[]) =>
      app.api.as(admin).put(`/admin/nodes/${nodeId}`, { preempted_app_node_names: list });
    expect((await preempt('other-kit', ['Shared/Name'])).status).toBe(200);
    expect((await nodeOf('Shared/Name')).body.id).toBe('other-kit');
    await preempt('other-kit', []);
    expect((await nodeOf('Shared/Name')).body.id).toBe('Kit');
  });

  it('leave with their version and come back with it', async () => {
    const path = `/publishers/${team.id}/nodes/Kit/versions/2.0.0`;
    await app.api.as(team.owner).put(path, { deprecated: true });
    expect(await names('node_id=Kit')).toEqual(['Old', 'Shared/Name']);
    const found = await app.api.get('/nodes/search?app_node_search=Old');
    expect(found.body.nodes.map((node: { id: string }) => node.id)).toContain('Kit');
    await app.api.as(team.owner).put(path, { deprecated: false });
    expect(await names('node_id=Kit')).toEqual(['New ', 'Shared/Name']);
  });
});
