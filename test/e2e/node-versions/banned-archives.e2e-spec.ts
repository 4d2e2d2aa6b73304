import { packageOf, Publishing, sha256, type Team } from '../../support/publishing.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { zipBytes } from '../../support/zip-bytes.js';

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
  const moderate = (nodeId: string, status: string, version = '1.0.0'): Promise<Reply> =>
    app.api
      .as(admin)
      .put(`/admin/nodes/${nodeId}/versions/${version}`, { status, status_reason: 'Steals keys.' });
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

  it('is refused after its node was deleted while banned, which its owner cannot revive, until the ban is lifted', async () => {
    const archive = packageOf('Buried');
    const active = { status: 'NodeVersionStatusActive' };
    await publishing.publish(team, 'buried', '1.0.0', archive);
    const path = `/publishers/${team.id}/nodes/buried`;
    const asOwner = app.api.as(team.owner);
    const deletions: (() => Promise<Reply>)[] = [
      () => app.api.as(admin).delete(path),
      () => app.api.as(admin).put('/admin/nodes/buried', { status: 'NodeStatusDeleted' }),
    ];
    for (const [index, remove] of deletions.entries()) {
      await asAdmin('/nodes/buried/ban');
      expect((await remove()).status).toBeLessThan(300);
      // An edit by an admin is no end of the ban.
      await app.api.as(admin).put('/admin/nodes/buried', { description: `Edited ${index}.` });
      expect(await publishing.publish(other, `dug-up-${index}`, '1.0.0', archive)).toMatchObject(refused);
      const banned = { status: 403, body: { error: 'node_banned', message: expect.stringMatching(/keys/) } };
      expect(await asOwner.put(path, {})).toMatchObject(banned);
      expect(await publishing.announce(team, 'buried', '1.0.1')).toMatchObject(banned);
      const lifted = await app.api.as(admin).put('/admin/nodes/buried', { status: 'NodeStatusActive' });
      expect(lifted).toMatchObject({ status: 200, body: { status: 'NodeStatusActive' } });
    }
    expect((await asOwner.delete(path)).status).toBe(204);
    expect(await publishing.publish(other, 'dug-up-0', '1.0.0', archive)).toMatchObject(active);
    expect((await asOwner.put(path, {})).status).toBe(200);
  });

  it('is refused after its version was deleted while banned, until that was active again', async () => {
    const archive = packageOf('Lone');
    const active = { status: 'NodeVersionStatusActive' };
    await publishing.publish(team, 'lone', '1.0.0', archive);
    const path = `/publishers/${team.id}/nodes/lone/versions/1.0.0`;
    const deletions: (() => Promise<Reply>)[] = [
      () => app.api.as(admin).delete(path),
      () => moderate('lone', 'NodeVersionStatusDeleted'),
    ];
    for (const [index, remove] of deletions.entries()) {
      await moderate('lone', 'NodeVersionStatusBanned');
      expect((await remove()).status).toBeLessThan(300);
      expect(await publishing.publish(other, `lone-${index}`, '1.0.0', archive)).toMatchObject(refused);
      expect(await moderate('lone', 'NodeVersionStatusActive')).toMatchObject({ status: 200, body: active });
    }
    expect((await app.api.as(admin).delete(path)).status).toBe(204);
    expect(await publishing.publish(other, 'lone-0', '1.0.0', archive)).toMatchObject(active);
    // The number of a refused version is free, but not after a ban.
    await publishing.publish(team, 'lone', '1.0.1', zipBytes([{ name: '../a.py', content: 'x' }]));
    for (const status of ['Banned', 'Deleted']) await moderate('lone', `NodeVersionStatus${status}`, '1.0.1');
    expect((await publishing.announce(team, 'lone', '1.0.1')).body.error).toBe('version_taken');
  });

  it('is approved by no admin while the same one is banned elsewhere', async () => {
    const archive = packageOf('Waiting');
    for (const id of ['waiting', 'waiting-2']) await publishing.publish(other, id, '1.0.0', archive);
    await moderate('waiting-2', 'NodeVersionStatusFlagged');
    await asAdmin('/nodes/waiting/ban');
    expect(await moderate('waiting-2', 'NodeVersionStatusActive')).toMatchObject({
      status: 409,
      body: { error: 'status_not_allowed', message: expect.stringContaining('waiting@1.0.0 is banned') },
    });
    await asAdmin('/nodes/waiting/unban');
    expect((await moderate('waiting-2', 'NodeVersionStatusActive')).status).toBe(200);
  });

  it('is refused when its node was made by an admin as a banned one, and then deleted', async () => {
    const archive = packageOf('Stillborn');
    const node = { id: 'stillborn', status: 'NodeStatusBanned', status_detail: 'Steals keys.' };
    const made = await app.api.as(admin).post(`/publishers/${team.id}/nodes`, node);
    expect(made).toMatchObject({ status: 201, body: { status_detail: 'Steals keys.' } });
    await publishing.publish({ ...team, owner: admin }, 'stillborn', '1.0.0', archive);
    await app.api.as(admin).delete(`/publishers/${team.id}/nodes/stillborn`);
    expect(await publishing.publish(other, 'stillborn-2', '1.0.0', archive)).toMatchObject(refused);
  });
});
