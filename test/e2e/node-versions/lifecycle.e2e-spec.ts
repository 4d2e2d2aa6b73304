import { DataSource } from 'typeorm';
import { NodeVersionsService } from '#libs/registry/versions';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { JobQueue } from '#libs/platform/queue';
import { ObjectStorage } from '#libs/platform/storage';
import {
  ExtractAppNodesJob,
  ReadArchiveJob,
} from '../../../libs/registry/app-nodes/src/jobs/read-archive.job.js';
import { packageFiles, packageOf, Publishing, type Team } from '../../support/publishing.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { zipBytes } from '../../support/zip-bytes.js';
import { drain } from '../../support/jobs.js';

describe('the life of a version', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start({ DOWNLOAD_FLUSH_MS: '100' });
    publishing = new Publishing(app);
    team = await publishing.team();
    admin = await app.caller({ isAdmin: true });
  });
  afterAll(() => app.stop());

  const own = (nodeId: string, version: string) =>
    `/publishers/${team.id}/nodes/${nodeId}/versions/${version}`;
  const latest = async (nodeId: string): Promise<string | undefined> =>
    (await app.api.get(`/nodes/${nodeId}`)).body.latest_version?.version as string | undefined;
  const moderate = (nodeId: string, version: string, status: string, reason: string): Promise<Reply> =>
    app.api.as(admin).put(`/admin/nodes/${nodeId}/versions/${version}`, { status, status_reason: reason });

  it('lists by SemVer and not by text, newest first', async () => {
    for (const version of ['1.9.0', '1.10.0', '1.10.0-rc.2', '1.10.0-rc.10', '0.9.0']) {
      await publishing.publish(team, 'ordered', version);
    }
    const { body } = await app.api.get('/nodes/ordered/versions');
    expect(body.map((one: { version: string }) => one.version)).toEqual([
      '1.10.0',
      '1.10.0-rc.10',
      '1.10.0-rc.2',
      '1.9.0',
      '0.9.0',
    ]);
  });

  it('keeps the latest version true through all that happens', async () => {
    await publishing.publish(team, 'newest', '2.0.0-beta.1');
    expect(await latest('newest')).toBe('2.0.0-beta.1');
    await publishing.publish(team, 'newest', '1.0.0');
    expect(await latest('newest')).toBe('1.0.0');
    await publishing.publish(team, 'newest', '1.2.0');
    await publishing.publish(team, 'newest', '1.1.0');
    expect(await latest('newest')).toBe('1.2.0');
    const edited = await app.api
      .as(team.owner)
      .put(own('newest', '1.2.0'), { deprecated: true, changelog: 'Do not use.', status: 'Banned' });
    expect(edited).toMatchObject({
      status: 200,
      body: {
        version: '1.2.0',
        deprecated: true,
        changelog: 'Do not use.',
        status: 'NodeVersionStatusActive',
      },
    });
    expect(await latest('newest')).toBe('1.1.0');
    await app.api.as(team.owner).delete(own('newest', '1.1.0'));
    expect(await latest('newest')).toBe('1.0.0');
    expect((await moderate('newest', '1.0.0', 'NodeVersionStatusBanned', 'malware')).status).toBe(200);
    expect(await latest('newest')).toBe('2.0.0-beta.1');
    expect((await moderate('newest', '1.0.0', 'NodeVersionStatusActive', '')).status).toBe(200);
    expect(await latest('newest')).toBe('1.0.0');
    await app.api.as(team.owner).put(own('newest', '1.2.0'), { deprecated: false });
    expect(await latest('newest')).toBe('1.2.0');
  });

  it('hides a deleted version from everybody, by number and by id', async () => {
    const version = await publishing.publish(team, 'gone', '1.0.0');
    expect((await app.api.as(team.owner).delete(own('gone', version.id as string))).status).toBe(204);
    for (const api of [app.api, app.api.as(team.owner), app.api.as(admin)]) {
      for (const path of ['1.0.0', version.id as string, '1.0.0/archive']) {
        expect((await api.get(`/nodes/gone/versions/${path}`)).status).toBe(404);
      }
    }
    expect((await app.api.as(team.owner).delete(own('gone', '1.0.0'))).status).toBe(404);
    expect((await app.api.as(team.owner).put(own('gone', '1.0.0'), { deprecated: true })).status).toBe(404);
    const deleted = await app.api
      .as(team.owner)
      .get('/nodes/gone/versions?statuses=NodeVersionStatusDeleted');
    expect(deleted.body).toMatchObject([{ version: '1.0.0', status_reason: 'Deleted by its publisher.' }]);
    expect((await app.api.get('/nodes/gone/versions?statuses=NodeVersionStatusDeleted')).body).toEqual([]);
  });

  it('bans a version with the reason in the audit log, and not for its owner to undo', async () => {
    await publishing.publish(team, 'banned', '1.0.0');
    await moderate('banned', '1.0', 'NodeVersionStatusBanned', 'steals tokens');
    const withoutReason = { status_reason: ' ' };
    const target = '/admin/nodes/banned/versions/1.0.0';
    expect(await app.api.as(admin).put(target, withoutReason)).toMatchObject({
      status: 400,
      body: { message: 'status_reason must say why the version is banned.' },
    });
    const refused = { status: 403, body: { error: 'version_banned' } };
    expect(await app.api.get('/nodes/banned/versions/1.0.0')).toMatchObject(refused);
    expect(await app.api.get('/nodes/banned/versions/1.0.0/archive')).toMatchObject(refused);
    expect(await app.api.get('/nodes/banned/install?version=1.0.0')).toMatchObject(refused);
    expect((await app.api.get('/nodes/banned/install')).status).toBe(404);
    expect(await app.api.as(team.owner).put(own('banned', '1.0.0'), { deprecated: true })).toMatchObject(
      refused,
    );
    expect(await app.api.as(team.owner).delete(own('banned', '1.0.0'))).toMatchObject(refused);
    const seen = await app.api.as(team.owner).get('/nodes/banned/versions/1.0.0');
    expect(seen.body).toMatchObject({ status: 'NodeVersionStatusBanned', status_reason: 'steals tokens' });
    const { body } = await app.api.as(admin).get('/admin/audit');
    expect(body.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'node_version.moderate', reason: 'steals tokens' }),
      ]),
    );
  });

  it('lets only admins moderate, and only to what is possible', async () => {
    const { body } = await publishing.announce(team, 'moderated', '1.0.0');
    expect(
      (await app.api.as(team.owner).put('/admin/nodes/moderated/versions/1.0.0', { status: 'x' })).status,
    ).toBe(403);
    const refused = { status: 409, body: { error: 'status_not_allowed' } };
    expect(
      await moderate('moderated', body.node_version.id as string, 'NodeVersionStatusActive', ''),
    ).toMatchObject(refused);
    await publishing.publish(team, 'moderated', '1.0.1');
    expect(await moderate('moderated', '1.0.1', 'NodeVersionStatusPending', '')).toMatchObject(refused);
    expect((await moderate('moderated', '1.0.1', 'Fine', '')).status).toBe(400);
  });

  it('keeps a note of an admin on an active version from the public', async () => {
    await publishing.publish(team, 'noted', '1.0.0');
    await moderate('noted', '1.0.0', 'NodeVersionStatusActive', 'asked about its licence');
    const shown = async (api: ApiClient): Promise<string[]> => [
      (await api.get('/nodes/noted/versions/1.0.0')).body.status_reason,
      (await api.get('/nodes/noted/versions')).body[0].status_reason,
      (await api.get('/nodes/noted')).body.latest_version.status_reason,
      (await api.get('/nodes/noted/install')).body.status_reason,
    ];
    const stranger = app.api.as(await app.caller());
    for (const api of [app.api, stranger]) expect(await shown(api)).toEqual(['', '', '', '']);
    for (const caller of [team.owner, admin]) {
      expect(new Set(await shown(app.api.as(caller)))).toEqual(new Set(['asked about its licence']));
    }
  });

  it('tells the owner alone that an archive has no licence file; the version is active all the same', async () => {
    const files = packageFiles('Blur').filter(({ name }) => !String(name).endsWith('LICENSE'));
    const version = await publishing.publish(team, 'unlicensed', '1.0.0', zipBytes(files));
    expect(version).toMatchObject({ status: 'NodeVersionStatusActive', app_node_extract_status: 'success' });
    expect(version.status_reason).toMatch(/^no_licence_file: .+/);
    expect((await app.api.get('/nodes/unlicensed/versions/1.0.0')).body.status_reason).toBe('');
    expect((await publishing.publish(team, 'unlicensed', '1.0.1')).status_reason).toBe('');
  });

  it('shows members all versions of their publisher with the reasons, and nobody else', async () => {
    const own = await publishing.team();
    await publishing.publish(own, 'mine-a', '1.0.0');
    await publishing.publish(own, 'mine-b', '1.0.0', Buffer.from('no zip'));
    await publishing.publish(team, 'not-mine', '1.0.0', Buffer.from('no zip'));
    const list = (query = '', api = app.api.as(own.owner)) =>
      api.get(`/publishers/${own.id}/versions${query}`);
    const all = await list();
    expect(all.body).toMatchObject({ total: 2, page: 1, limit: 20, totalPages: 1 });
    expect(all.body.versions.map((one: { node_id: string }) => one.node_id)).toEqual(['mine-b', 'mine-a']);
    const flagged = await list('?statuses=NodeVersionStatusFlagged');
    expect(flagged.body.versions).toMatchObject([{ node_id: 'mine-b', status: 'NodeVersionStatusFlagged' }]);
    expect(flagged.body.versions[0].status_reason).toMatch(/^not_a_zip: .+/);
    expect((await list('?node_id=MINE-A')).body.total).toBe(1);
    expect((await list('', app.api.as(admin))).body.total).toBe(2);
    expect(await list('', app.api.as(team.owner))).toMatchObject({
      status: 403,
      body: { error: 'not_a_member' },
    });
    expect((await list('?page=0')).status).toBe(400);
  });

  it('shows admins the review queue by status', async () => {
    await publishing.publish(team, 'reviewed', '1.0.0', Buffer.from('no zip'));
    const queue = await app.api.as(admin).get('/versions?statuses=NodeVersionStatusFlagged&node_id=REVIEWED');
    expect(queue.body).toMatchObject({ total: 1, page: 1, limit: 20, totalPages: 1 });
    expect(queue.body.versions).toMatchObject([{ node_id: 'reviewed', status: 'NodeVersionStatusFlagged' }]);
    expect(queue.headers.get('x-total-exact')).toBe('true');
    expect((await app.api.as(team.owner).get('/versions')).status).toBe(403);
    for (const query of ['page=0', 'limit=101', 'statuses=Nice', 'page=10000&limit=100']) {
      expect((await app.api.as(admin).get(`/versions?${query}`)).status).toBe(400);
    }
  });

  it('shows admins the versions that the check warns of', async () => {
    const setup = { name: 'pack/setup.py', content: 'import subprocess\nsubprocess.run(["true"])\n' };
    await publishing.publish(team, 'plain', '1.0.0');
    await publishing.publish(team, 'odd', '1.0.0', zipBytes([...packageFiles('Odd'), setup]));
    const warned = await app.api.as(admin).get('/versions?has_warnings=true');
    expect(warned.body).toMatchObject({
      total: 1,
      versions: [{ node_id: 'odd', node_name: 'odd', status: 'NodeVersionStatusActive' }],
    });
    const { findings } = (await app.api.as(admin).get('/nodes/odd/versions/1.0.0/report')).body;
    expect(findings).toContainEqual(expect.objectContaining({ severity: 'warning' }));
  });

  it('counts downloads by installation', async () => {
    await publishing.publish(team, 'counted', '1.0.0');
    await Promise.all(Array.from({ length: 25 }, () => app.api.get('/nodes/counted/install?version=1')));
    let downloads = 0;
    for (const end = Date.now() + 60_000; downloads < 25 && Date.now() < end;) {
      downloads = (await app.api.get('/nodes/counted')).body.downloads as number;
    }
    expect(downloads).toBe(25);
  });

  it('counts no download for a look at the headers of an installation', async () => {
    await publishing.publish(team, 'looked-at', '1.0.0');
    const path = '/nodes/looked-at/install';
    expect((await app.api.call('HEAD', path)).status).toBe(200);
    await app.api.get(path);
    const downloads = async () => (await app.api.get('/nodes/looked-at')).body.downloads as number;
    for (const end = Date.now() + 60_000; (await downloads()) === 0 && Date.now() < end;)
      await app.api.get('/nodes');
    expect(await downloads()).toBe(1);
  });

  it('resolves 1,000 versions in one statement and refuses 1,001', async () => {
    await publishing.publish(team, 'bulk-a', '1.0.0');
    await publishing.publish(team, 'bulk-b', '2.0.0');
    const wanted = Array.from({ length: 1_000 }, (_, at) => ({
      node_id: at % 2 === 0 ? 'BULK-A' : 'bulk-b',
      version: at % 2 === 0 ? '1.0' : `2.0.${at === 1 ? 0 : at}`,
    }));
    const { status, body } = await app.api.post('/bulk/nodes/versions', { node_versions: wanted });
    expect(status).toBe(200);
    expect(body.node_versions).toHaveLength(1_000);
    expect(body.node_versions[0]).toMatchObject({
      identifier: wanted[0],
      status: 'success',
      node_version: { node_id: 'bulk-a' },
    });
    expect(body.node_versions[1]).toMatchObject({ status: 'success', node_version: { version: '2.0.0' } });
    expect(body.node_versions[3]).toEqual({
      identifier: { node_id: 'bulk-b', version: '2.0.3' },
      node_id: 'bulk-b',
      version: '2.0.3',
      status: 'not_found',
      node_version: null,
    });
    const tooMany = { node_versions: [...wanted, wanted[0]] };
    expect((await app.api.post('/bulk/nodes/versions', tooMany)).status).toBe(400);
  });

  it('comes back exactly as it was when its publisher or node is unbanned', async () => {
    const other = await publishing.team();
    await publishing.publish(other, 'restored', '1.0.0');
    await publishing.publish(other, 'restored', '1.1.0');
    await moderate('restored', '1.1.0', 'NodeVersionStatusBanned', 'bad');
    const before = (await app.api.get('/nodes/restored')).body;
    for (const target of [`/publishers/${other.id}`, '/nodes/restored']) {
      expect((await app.api.as(admin).post(`${target}/ban`, { reason: 'spam' })).status).toBe(200);
      for (const path of ['', '/versions', '/versions/1.0.0', '/versions/1.0.0/archive', '/install']) {
        expect((await app.api.get(`/nodes/restored${path}`)).status).toBe(403);
      }
      expect((await app.api.get('/app-nodes?node_id=restored')).body.total).toBe(0);
      const bulk = { node_versions: [{ node_id: 'restored', version: '1.0.0' }] };
      expect((await app.api.post('/bulk/nodes/versions', bulk)).body.node_versions[0].status).toBe(
        'not_found',
      );
      expect((await publishing.announce(other, 'restored', '9.0.0')).status).toBe(403);
      expect((await app.api.as(admin).post(`${target}/unban`, { reason: 'mended' })).status).toBe(200);
      expect((await app.api.get('/nodes/restored')).body).toEqual(before);
      expect((await app.api.get('/nodes/restored/versions/1.1.0')).status).toBe(403);
    }
  });

  it('ignores a verdict that comes after the version was deleted', async () => {
    const { body } = await publishing.announce(team, 'late', '1.0.0');
    await app.api.as(team.owner).delete(own('late', '1.0.0'));
    const versions = app.get(NodeVersionsService);
    const settled = await app
      .get(TransactionRunner)
      .run((scope) =>
        versions.settle(
          scope,
          { id: body.node_version.id as string, archiveKey: null },
          { status: 'NodeVersionStatusActive' },
        ),
      );
    expect(settled).toBe(false);
    expect((await app.api.get('/nodes/late/versions/1.0.0')).status).toBe(404);
  });

  it.each([
    ['good', packageOf('Run Often'), 'NodeVersionStatusActive', 1],
    ['bad', Buffer.from('no zip'), 'NodeVersionStatusFlagged', 0],
  ])(
    'gives one verdict on a %s archive, however often its jobs run',
    async (name, archive, status, shown) => {
      const nodeId = `often-${name}`;
      const { body } = await publishing.announce(team, nodeId, '1.0.0');
      await publishing.upload(body.signedUrl as string, archive);
      const payload = { versionId: body.node_version.id as string };
      const again = Array.from({ length: 5 }, () => ({ payload }));
      const queue = app.get(JobQueue);
      await queue.enqueueMany(NO_TRANSACTION, ReadArchiveJob, again);
      expect((await publishing.verdict(team, nodeId, '1.0.0')).status).toBe(status);
      // Late ones find the verdict given.
      await queue.enqueueMany(NO_TRANSACTION, ReadArchiveJob, again);
      await queue.enqueueMany(NO_TRANSACTION, ExtractAppNodesJob, again);
      await drain(app);
      expect((await publishing.verdict(team, nodeId, '1.0.0')).status).toBe(status);
      const { changes } = (await app.api.get('/changes?limit=1000')).body;
      const told = changes.filter(
        (change: { node_id: string; version: string | null }) => change.node_id === nodeId && change.version,
      );
      expect(told).toHaveLength(shown);
      expect((await app.api.get(`/app-nodes?node_id=${nodeId}`)).body.total).toBe(shown);
    },
  );

  it.each([
    [
      'good',
      packageOf('Never Read'),
      { status: 'NodeVersionStatusActive', app_node_extract_status: 'failed' },
      /^$/,
    ],
    ['bad', Buffer.from('no zip'), { status: 'NodeVersionStatusFlagged' }, /^not_a_zip: /],
    [
      'lost',
      undefined,
      { status: 'NodeVersionStatusFlagged' },
      /^not_checked: The archive could not be checked\./,
    ],
  ])('ends the wait for a %s archive when its job is given up', async (name, archive, verdict, reason) => {
    const { body } = await publishing.announce(team, `given-up-${name}`, '1.0.0');
    const versionId = body.node_version.id as string;
    const key = `archives/${versionId}/archive.zip`;
    if (archive) await app.get(ObjectStorage).put(key, archive, 'application/zip');
    const sql = `update node_versions set archive_key = $2, archive_bytes = 1, archive_sha256 = $3 where id = $1`;
    await app.get(DataSource).query(sql, [versionId, key, Buffer.alloc(32)]);
    await app.get(ReadArchiveJob).onDead({ versionId });
    const ended = await publishing.verdict(team, `given-up-${name}`, '1.0.0');
    expect(ended).toMatchObject(verdict);
    expect(ended.status_reason).toMatch(reason);
    expect((await app.api.get(`/app-nodes?node_id=given-up-${name}`)).body.total).toBe(0);
  });

  it('tags public reads and answers 304', async () => {
    await publishing.publish(team, 'tagged', '1.0.0');
    for (const path of [
      '/nodes/tagged/versions',
      '/nodes/tagged/versions/1.0.0',
      '/app-nodes?node_id=tagged',
    ]) {
      const tag = (await app.api.get(path)).headers.get('etag');
      expect(tag).toMatch(/^"/);
      expect((await app.api.get(path, { headers: { 'If-None-Match': tag ?? '' } })).status).toBe(304);
    }
  });
});
