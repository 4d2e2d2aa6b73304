import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ObjectStorage } from '#libs/platform/storage';
import { packageOf, Publishing, type Team } from '../../support/publishing.js';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { makeAllDue } from '../../support/jobs.js';

const archive = packageOf('Blur');

describe('a version whose archive does not come in time', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
  });
  afterAll(() => app.stop());

  async function announced(nodeId: string, version = '1.0.0'): Promise<{ id: string; link: string }> {
    const { body } = await publishing.announce(team, nodeId, version);
    return { id: body.node_version.id as string, link: body.signedUrl as string };
  }

  /** Lets the quarter of an hour pass. */
  async function passDeadline(): Promise<void> {
    app.passTime(15 * 60_000);
    await makeAllDue(app);
  }

  async function deletedOf(nodeId: string): Promise<{ version: string; status_reason: string }[]> {
    const target = `/nodes/${nodeId}/versions?statuses=NodeVersionStatusDeleted`;
    return (await app.api.as(team.owner).get(target)).body;
  }

  it('is deleted with the reason for its owner, and nobody else is told of it', async () => {
    const late = await announced('late');
    await publishing.publish(team, 'late', '1.1.0');
    await passDeadline();
    const waiting = await announced('waiting');
    await until(async () => (await deletedOf('late')).length > 0);
    expect(await deletedOf('late')).toMatchObject([
      { version: '1.0.0', status_reason: 'The archive was not uploaded in time.' },
    ]);
    const reason = 'The archive was not uploaded in time.';
    for (const key of [late.id, '1.0.0']) {
      const gone = await app.api.as(team.owner).get(`/nodes/late/versions/${key}`);
      expect(gone).toMatchObject({ status: 404, body: { error: 'version_not_found' } });
      expect(gone.body.message).toContain(reason);
      expect((await app.api.get(`/nodes/late/versions/${key}`)).body.message).not.toContain(reason);
    }
    expect((await publishing.announce(team, 'late', '1.0.0')).body.message).toContain(reason);
    expect((await app.api.get('/nodes/late/install')).body.version).toBe('1.1.0');
    expect((await app.api.as(team.owner).get(`/nodes/waiting/versions/${waiting.id}`)).body.status).toBe(
      'NodeVersionStatusPending',
    );
    const { body } = await app.api.get('/changes?limit=1000');
    expect(body.changes.filter(({ version }: { version: string | null }) => version === '1.0.0')).toEqual([]);
  });

  it('keeps its number for ever; the next one is free', async () => {
    await announced('numbered');
    await passDeadline();
    await until(async () => (await deletedOf('numbered')).length > 0);
    for (const version of ['1.0.0', '1.0', '1']) {
      expect(await publishing.announce(team, 'numbered', version)).toMatchObject({
        status: 409,
        body: { error: 'version_taken' },
      });
    }
    expect((await publishing.publish(team, 'numbered', '1.0.1')).status).toBe('NodeVersionStatusActive');
  });

  it('takes no archive any more, as its link has expired, and leaves no file', async () => {
    const { id, link } = await announced('too-late');
    // The leftover of a process that was killed after it stored an archive and before it recorded it.
    await app.get(ObjectStorage).put(`archives/${id}/half.zip`, archive, 'application/zip');
    await passDeadline();
    await until(async () => (await deletedOf('too-late')).length > 0);
    expect(await publishing.upload(link, archive)).toMatchObject({
      status: 403,
      body: { error: 'upload_link_invalid' },
    });
    await until(async () => {
      // A folder that disappears while it is read makes the listing fail.
      const files = await readdir(path.join(app.dataDir, 'files'), { recursive: true }).catch(
        () => undefined,
      );
      return files?.some((file) => file.includes(id) && file.endsWith('.zip')) === false;
    });
  });
});
