import { startHttp } from '../../support/loopback-server.js';
import { Publishing } from '../../support/publishing.js';
import { TestApp } from '../../support/test-app.js';

describe('pictures of nodes on a private network', () => {
  it('are never asked for', async () => {
    const app = await TestApp.start({ ALLOW_PRIVATE_NETWORKS: 'false' });
    let asked = 0;
    const inside = await startHttp((_, response) => {
      asked += 1;
      response.end();
    });
    const team = await new Publishing(app).team();
    const { body } = await app.api.as(team.owner).post(`/publishers/${team.id}/nodes`, {
      id: 'inside',
      name: 'Inside',
      icon: `http://127.0.0.1:${inside.port}/secret.png`,
    });
    expect(body.icon_path).toMatch(/^\/pictures\//);
    expect((await app.api.get(body.icon_path)).body).toMatchObject({ error: 'picture_not_found' });
    expect(asked).toBe(0);
    await inside.close();
    await app.stop();
  });
});
