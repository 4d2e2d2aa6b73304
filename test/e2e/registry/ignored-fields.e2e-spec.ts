import { GivenRegistry } from '../../support/given-registry.js';
import { Publishing } from '../../support/publishing.js';
import { type Reply, TestApp } from '../../support/test-app.js';

describe('what the registry ignores', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  const ignored = (reply: Reply): [number, string | null] => [
    reply.status,
    reply.headers.get('x-ignored-fields'),
  ];

  it('is named for a publish, with its path', async () => {
    const team = await new Publishing(app).team();
    const target = `/publishers/${team.id}/nodes/told/versions`;
    const reply = await app.api.as(team.owner).post(target, {
      node: { descripton: 'Sharpens.', id: 'told' },
      node_version: { version: '1.0.0', change_log: 'New.' },
      tokn: 'x',
    });
    expect(ignored(reply)).toEqual([201, 'tokn, node.descripton, node.id, node_version.change_log']);
  });

  it('is named for a search, also when the reply was kept', async () => {
    await new GivenRegistry(app).node();
    for (const path of ['/nodes/search?colour=x&search=a', '/nodes?latest=true']) {
      const name = path.includes('latest') ? 'latest' : 'colour';
      for (let time = 0; time < 3; time += 1) {
        expect(ignored(await app.api.get(path))).toEqual([200, name]);
      }
    }
  });

  it('is refused where it is nearly a parameter of the search', async () => {
    const reply = await app.api.get('/nodes/search?app_node_serach=x');
    expect(reply).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('app_node_search') },
    });
  });
});
