import { PublicAddress } from '#libs/platform/http';
import { contractProblem } from '../../support/api-contract.js';
import { Publishing } from '../../support/publishing.js';
import { TestApp } from '../../support/test-app.js';

/** Replies that other tests hardly cover; a fuzzer found that each of them differed from the document. */
describe('rare replies are as the document says', () => {
  let app: TestApp;
  let publishing: Publishing;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    publishing = new Publishing(app);
  });
  afterAll(() => app.stop());

  it('of versions without an archive: no downloadUrl, wherever they are shown', async () => {
    const team = await publishing.team();
    const [owner, admin] = [app.api.as(team.owner), app.api.as(await app.caller({ isAdmin: true }))];
    const announced = await publishing.announce(team, 'no-archive', '1.0.0');
    const version = '/publishers/:publisherId/nodes/:nodeId/versions/:versionId';
    const at = `/nodes/no-archive/versions/1.0.0`;
    const replies = {
      'POST /publishers/:publisherId/nodes/:nodeId/versions': announced,
      [`PUT ${version}`]: await owner.put(`/publishers/${team.id}${at}`, { changelog: 'New.' }),
      'GET /publishers/:publisherId/versions': await owner.get(`/publishers/${team.id}/versions`),
      'GET /nodes/:nodeId/versions/:versionId': await owner.get(at),
      'PUT /admin/nodes/:nodeId/versions/:versionId': await admin.put(`/admin${at}`, {
        status: 'NodeVersionStatusFlagged',
        status_reason: 'Look.',
      }),
      'GET /versions': await admin.get('/versions?statuses=NodeVersionStatusFlagged'),
    };
    for (const [route, reply] of Object.entries(replies)) {
      expect([route, reply.status]).toEqual([route, route.startsWith('POST') ? 201 : 200]);
      expect(contractProblem(route, reply)).toBeUndefined();
      const text = reply.bytes.toString();
      expect([route, text.includes('"1.0.0"'), text.includes('downloadUrl')]).toEqual([route, true, false]);
    }
  });

  it('of a task with deliveries', async () => {
    const ada = app.api.as(await app.caller());
    const { url } = app.get(PublicAddress);
    const made = await ada.post('/proxy/imgprov/v1/ai/image-relight', {
      image: `${url}/samples/room.jpg`,
      webhook_url: `${url}/health/live`,
    });
    const id = made.body.data.task_id as string;
    expect((await ada.post(`/tasks/${id}/cancel`)).status).toBe(200);
    const task = await ada.get(`/tasks/${id}`);
    expect(task.body.deliveries.length).toBeGreaterThan(0);
    expect(contractProblem('GET /tasks/:id', task)).toBeUndefined();
  });

  it('of fields that only an admin may set', async () => {
    const team = await publishing.team();
    const owner = app.api.as(team.owner);
    const banned = await owner.post('/publishers', { id: 'mine', status: 'PublisherStatusBanned' });
    expect(banned).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    expect(contractProblem('POST /publishers', banned)).toBeUndefined();
    const ranked = await owner.post(`/publishers/${team.id}/nodes/ranked/versions`, {
      node: { search_ranking: 1 },
      node_version: { version: '1.0.0' },
    });
    expect(ranked).toMatchObject({ status: 403, body: { error: 'admin_field_changed' } });
    expect(contractProblem('POST /publishers/:publisherId/nodes/:nodeId/versions', ranked)).toBeUndefined();
  });
});
