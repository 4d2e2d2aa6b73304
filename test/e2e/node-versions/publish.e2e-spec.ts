import yazl from 'yazl';
import { NodesService } from '#libs/registry/nodes';
import { PublicAddress } from '#libs/platform/http';
import { contentDigest, packageOf, Publishing, sha256 } from '../../support/publishing.js';
import { TestApp } from '../../support/test-app.js';
import { zipBytes } from '../../support/zip-bytes.js';

async function yazlPackage(names: readonly string[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const mapping = names.map((name) => `${JSON.stringify(name)}: A`).join(', ');
  zip.addBuffer(
    Buffer.from(`class A:\n    CATEGORY = "x"\n\nNODE_CLASS_MAPPINGS = {${mapping}}\n`),
    'my-pack-main/__init__.py',
  );
  zip.addBuffer(Buffer.from('MIT'), 'my-pack-main/LICENSE');
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('publishing a version', () => {
  let app: TestApp;
  let publishing: Publishing;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
  });
  afterAll(() => app.stop());

  it('takes a real zip from the announcement to an installable version with its app nodes', async () => {
    const team = await publishing.team();
    const announced = await publishing.announce(team, 'Whole.Flow', '1.0', {
      changelog: 'First.',
      dependencies: ['numpy>=1.26'],
      supported_os: ['Linux'],
      supported_accelerators: ['CUDA'],
      supported_app_version: '>=0.3',
      supported_app_frontend_version: '>=1.2',
      tags: ['image'],
    });
    expect(announced.status).toBe(201);
    expect(announced.body.node_version).toMatchObject({
      node_id: 'Whole.Flow',
      version: '1.0.0',
      status: 'NodeVersionStatusPending',
      app_node_extract_status: 'pending',
    });
    expect(announced.body.node_version).not.toHaveProperty('downloadUrl');
    // Others do not see it before its archive was checked.
    expect((await app.api.get('/nodes/Whole.Flow/versions/1.0.0')).status).toBe(404);
    expect((await app.api.get('/nodes/Whole.Flow/install')).body.error).toBe('nothing_to_install');

    const archive = await yazlPackage(['Soft Blur', ' Sharpen ']);
    const uploaded = await publishing.upload(announced.body.signedUrl as string, archive, {
      'Content-Digest': contentDigest(archive),
    });
    expect(uploaded.status).toBe(200);
    expect(uploaded.body).toEqual({
      id: announced.body.node_version.id,
      bytes: archive.byteLength,
      sha256: sha256(archive),
    });
    await publishing.verdict(team, 'Whole.Flow', '1.0.0');

    const shown = await app.api.get('/nodes/whole.flow/versions/1.0');
    expect(shown.body).toEqual({
      id: announced.body.node_version.id,
      node_id: 'Whole.Flow',
      version: '1.0.0',
      changelog: 'First.',
      app_node_extract_status: 'success',
      app_node_extract_reason: '',
      createdAt: announced.body.node_version.createdAt,
      dependencies: ['numpy>=1.26'],
      deprecated: false,
      downloadUrl: `${app.get(PublicAddress).url}/nodes/Whole.Flow/versions/1.0.0/archive`,
      sha256: sha256(archive),
      status: 'NodeVersionStatusActive',
      status_reason: '',
      supported_accelerators: ['CUDA'],
      supported_app_frontend_version: '>=1.2',
      supported_app_version: '>=0.3',
      supported_os: ['Linux'],
      tags: ['image'],
      tags_admin: [],
    });
    expect((await app.api.get(`/nodes/Whole.Flow/versions/${shown.body.id}`)).body).toEqual(shown.body);
    expect((await app.api.get('/nodes/Whole.Flow/install')).body).toEqual(shown.body);

    const download = await app.api.get(shown.body.downloadUrl as string);
    expect(download.status).toBe(200);
    expect(download.bytes.equals(archive)).toBe(true);
    expect(download.headers.get('content-digest')).toBe(contentDigest(archive));

    const appNodes = await app.api.get('/nodes/Whole.Flow/versions/1.0.0/app-nodes');
    expect(appNodes.body.app_nodes.map((one: { app_node_name: string }) => one.app_node_name)).toEqual([
      ' Sharpen ',
      'Soft Blur',
    ]);
  });

  it('takes the token from the body when there is no header', async () => {
    const team = await publishing.team();
    const path = `/publishers/${team.id}/nodes/by-body/versions`;
    const body = { node: { name: 'By body' }, node_version: { version: '1.0.0' } };
    const reply = await app.api.post(path, { ...body, personal_access_token: team.owner.token });
    expect(reply).toMatchObject({ status: 201, body: { node_version: { node_id: 'by-body' } } });
    const missing = await app.api.post(path, body);
    expect(missing).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(missing.headers.get('www-authenticate')).toContain('Bearer');
    const wrong = await app.api.post(path, { ...body, personal_access_token: `atl_${'x'.repeat(43)}` });
    expect(wrong.status).toBe(401);
    const reader = await app.caller({ scopes: ['registry:read'] });
    expect(await app.api.post(path, { ...body, personal_access_token: reader.token })).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    });
  });

  it('is for members alone', async () => {
    const team = await publishing.team();
    const stranger = { id: team.id, owner: await app.caller() };
    expect(await publishing.announce(stranger, 'foreign', '1.0.0')).toMatchObject({
      status: 403,
      body: { error: 'not_a_member' },
    });
    const other = await publishing.team();
    await publishing.publish(team, 'mine', '1.0.0');
    expect((await publishing.announce(other, 'mine', '2.0.0')).status).toBe(409);
  });

  it('refuses a taken number, also in another spelling and after deletion', async () => {
    const team = await publishing.team();
    await publishing.publish(team, 'taken', '1.0.0');
    const refused = { status: 409, body: { error: 'version_taken' } };
    expect(await publishing.announce(team, 'taken', '1.0.0')).toMatchObject(refused);
    expect(await publishing.announce(team, 'TAKEN', '1')).toMatchObject(refused);
    const path = `/publishers/${team.id}/nodes/taken/versions/1.0.0`;
    expect((await app.api.as(team.owner).delete(path)).status).toBe(204);
    expect(await publishing.announce(team, 'taken', '1.0.0')).toMatchObject(refused);
  });

  it('goes on with the version when the same request comes again before the archive', async () => {
    const team = await publishing.team();
    const path = `/publishers/${team.id}/nodes/again/versions`;
    const request = (change: object = {}) => ({
      node: { name: 'Again', tags: ['a'], description: 'One.', ...change },
      node_version: { version: '1.0', changelog: 'First.', dependencies: ['numpy'], tags: ['image'] },
    });
    const send = (body: object) => app.api.as(team.owner).post(path, body);
    const first = await send(request());
    const again = await send(request());
    expect(again.status).toBe(201);
    expect(again.body.node_version).toEqual(first.body.node_version);
    const deadline = (reply: typeof first) =>
      Number(new URL(reply.body.signedUrl).searchParams.get('expires'));
    expect(deadline(again)).toBeGreaterThanOrEqual(deadline(first));
    const other = { ...request().node_version, changelog: 'Other.' };
    const taken = { status: 409, body: { error: 'version_taken' } };
    expect(await send({ ...request(), node_version: other })).toMatchObject(taken);
    expect(await send(request({ description: 'Two.' }))).toMatchObject(taken);
    const archive = packageOf('Blur');
    expect((await publishing.upload(again.body.signedUrl as string, archive)).status).toBe(200);
    expect((await publishing.upload(first.body.signedUrl as string, archive)).status).toBe(200);
    expect(await send(request())).toMatchObject(taken);
    expect((await publishing.verdict(team, 'again', '1.0.0')).status).toBe('NodeVersionStatusActive');
    expect(await send(request())).toMatchObject(taken);
  });

  it('lets a repeated request wait as long as the first for its archive', async () => {
    const team = await publishing.team();
    const first = await publishing.announce(team, 'patient', '1.0.0');
    app.passTime(14 * 60_000);
    const again = await publishing.announce(team, 'patient', '1.0.0');
    app.passTime(14 * 60_000);
    const archive = packageOf('Blur');
    expect((await publishing.upload(first.body.signedUrl as string, archive)).status).toBe(403);
    expect((await publishing.upload(again.body.signedUrl as string, archive)).status).toBe(200);
  });

  it('lets exactly one of 50 different ones at once have the number', async () => {
    const team = await publishing.team();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        publishing.announce(team, 'crowded', '1.0.0', { changelog: `Change ${at}` }),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  });

  it('gives 50 equal ones at once the same version', async () => {
    const team = await publishing.team();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => publishing.announce(team, 'chorus', '1.0.0')),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body.node_version.id)).size).toBe(1);
  });

  it.each(['', 'v1.0.0', '1.0.0.0', '01.2.3', 'latest', "1.0.0'; drop table nodes; --", '1.0.0-', 100])(
    'refuses the version %p',
    async (version) => {
      const team = await publishing.team();
      const reply = await publishing.announce(team, 'bad-number', version as string);
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(reply.body.message).toContain('node_version.version');
    },
  );

  it.each([`1.0.0-${'a'.repeat(95)}`, '9007199254740992.0.0'])(
    'tells the limits of versions, which %s is beyond',
    async (version) => {
      const team = await publishing.team();
      const reply = await publishing.announce(team, 'beyond-limits', version);
      expect(reply.status).toBe(400);
      expect(reply.body.message).toContain('at most 100 characters');
      expect(reply.body.message).toContain('9007199254740991');
    },
  );

  it('refuses a huge changelog and too many dependencies, naming both', async () => {
    const team = await publishing.team();
    const reply = await publishing.announce(team, 'too-much', '1.0.0', {
      changelog: 'x'.repeat(20_001),
      dependencies: Array.from({ length: 501 }, (_, at) => `p${at}`),
    });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain('changelog');
    expect(reply.body.message).toContain('dependencies');
    expect((await app.api.get('/nodes/too-much')).status).toBe(404);
  });

  it('changes fields of the node with the version, but nothing when the number is taken', async () => {
    const team = await publishing.team();
    const path = `/publishers/${team.id}/nodes/with-fields/versions`;
    const send = (version: string, description: string) =>
      app.api.as(team.owner).post(path, { node: { description }, node_version: { version } });
    expect((await send('1.0.0', 'one')).status).toBe(201);
    expect((await send('1.0.0', 'two')).status).toBe(409);
    expect((await app.get(NodesService).view(undefined, 'with-fields')).description).toBe('one');
    expect((await send('1.1.0', 'three')).status).toBe(201);
    const node = await app.get(NodesService).view(undefined, 'with-fields');
    expect(node.description).toBe('three');
  });

  it('is not stopped by pictures that are no URLs, nor by blank texts', async () => {
    const team = await publishing.team();
    const reply = await app.api.as(team.owner).post(`/publishers/${team.id}/nodes/Cosmetic/versions`, {
      node: { name: '', icon: '🌀', banner_url: 'images/banner.jpg', description: ' ', repository: '' },
      node_version: { version: '1.0.0', changelog: ' ', supported_app_version: '' },
      personal_access_token: '',
    });
    expect(reply).toMatchObject({ status: 201, body: { node_version: { changelog: '' } } });
    expect(reply.headers.get('x-ignored-fields')).toBe('node.banner_url, node.icon');
    expect((await app.api.get('/nodes/Cosmetic')).body).toMatchObject({ name: 'Cosmetic', icon: '' });
  });

  it('keeps a package whose nodes cannot be read installable and says why', async () => {
    const team = await publishing.team();
    const version = await publishing.publish(
      team,
      'no-nodes',
      '1.0.0',
      zipBytes([{ name: 'README.md', content: 'Hi' }]),
    );
    expect(version.status).toBe('NodeVersionStatusActive');
    expect(version.app_node_extract_status).toBe('failed');
    expect(version.app_node_extract_reason).not.toBe('');
  });
});
