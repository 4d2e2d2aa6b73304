import { packageOf, Publishing, sha256, type Team } from '../../support/publishing.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';

describe('the archive of something banned', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let other: Team;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    other = await publishing.team();
    admin = await app.caller({ isAdmin: true });
  });
  afterAll(() => app.stop());

  const reason = { reason: 'Steals keys.' };
  const asAdmin = async (path: string): Promise<void> => {
    expect((await app.api.as(admin).post(path, reason)).status).toBe(200);
  };
  const moderate = (nodeId: string, status: string): Promise<Reply> =>
    app.api.as(admin).put(`/admin/nodes/${nodeId}/versions/1.0.0`, { status, status_reason: 'Steals keys.' });
  const refused = {
    status: 'NodeVersionStatusFlagged',
    archive_refusal: 'banned_archive',
    status_reason: expect.stringMatching(/^banned_archive: .* is banned/),
  };

  it('is refused under another id and for another publisher, until its node is unbanned', async () => {
    const archive = packageOf('Stealer');
    await publishing.publish(team, 'stealer', '1.0.0', archive);
    await asAdmin('/nodes/stealer/ban');
    for (const [who, id] of [
      [team, 'stealer-again'],
      [other, 'not-a-stealer'],
    ] as const) {
      expect(await publishing.publish(who, id, '1.0.0', archive)).toMatchObject(refused);
      expect((await app.api.get(`/nodes/${id}/install?version=1.0.0`)).status).toBe(404);
      expect((await moderate(id, 'NodeVersionStatusActive')).status).toBe(409);
    }
    const log = await app.api.as(admin).get('/admin/audit?action=node_version.refuse_banned');
    expect(log.body.entries).toMatchObject([
      {
        actor_id: other.owner.user.id,
        target_id: 'not-a-stealer@1.0.0',
        after: { sha256: sha256(archive), same_as: 'stealer@1.0.0' },
      },
      { actor_id: team.owner.user.id, target_id: 'stealer-again@1.0.0' },
    ]);
    await asAdmin('/nodes/stealer/unban');
    const again = await publishing.publish(other, 'not-a-stealer', '1.0.0', archive);
    expect(again.status).toBe('NodeVersionStatusActive');
  });

  it('is refused when a single version was banned, at its own node too', async () => {
    const archive = packageOf('Once');
    await publishing.publish(team, 'once', '1.0.0', archive);
    await moderate('once', 'NodeVersionStatusBanned');
    expect(await publishing.publish(team, 'once', '1.0.1', archive)).toMatchObject(refused);
    expect(await publishing.publish(team, 'once', '1.0.1', packageOf('Twice'))).toMatchObject({
      status: 'NodeVersionStatusActive',
    });
  });

  it('is refused when its publisher was banned, until that is unbanned', async () => {
    const archive = packageOf('Everything');
    const gone = await publishing.team();
    await publishing.publish(gone, 'everything', '1.0.0', archive);
    await asAdmin(`/publishers/${gone.id}/ban`);
    expect(await publishing.publish(other, 'everything-2', '1.0.0', archive)).toMatchObject(refused);
    await asAdmin(`/publishers/${gone.id}/unban`);
    expect((await publishing.publish(other, 'everything-2', '1.0.0', archive)).status).toBe(
      'NodeVersionStatusActive',
    );
  });
});
