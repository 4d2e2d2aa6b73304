import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Snapshots } from '#libs/registry/snapshot';
import { filesBelow } from '../../support/files-below.js';
import { Program } from '../../support/program.js';
import { packageOf, Publishing, sha256, type Team } from '../../support/publishing.js';
import { TamperingProxy } from '../../support/tampering-proxy.js';
import { ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const NODES = 12;

describe('atelier mirror and atelier bundle', () => {
  let app: TestApp;
  let admin: ApiClient;
  let publishing: Publishing;
  let team: Team;
  let proxy: TamperingProxy;
  let publicKey: string;
  const root = mkdtempSync(path.join(os.tmpdir(), 'mirrors-'));

  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.api.as(await app.caller({ isAdmin: true }));
    publishing = new Publishing(app);
    team = await publishing.team();
    for (let at = 0; at < NODES; at += 1) await publishing.publish(team, `node-${at}`, '1.0.0');
    await app.get(Snapshots).write();
    publicKey = (await app.api.get('/registry/snapshot')).body.publicKey;
  });
  beforeEach(async () => {
    proxy = await TamperingProxy.start(app.api.baseUrl);
  });
  afterEach(() => proxy.stop());
  afterAll(async () => {
    await app.stop();
    rmSync(root, { recursive: true });
  });

  const newFolder = (): string => mkdtempSync(path.join(root, 'mirror-'));
  const archivesIn = async (folder: string): Promise<string[]> =>
    (await filesBelow(path.join(folder, 'archives'))).map((file) => path.basename(file));
  const named = (nodeId: string): string => `${sha256(packageOf(`Node ${nodeId}`))}.zip`;

  /** Runs a command to its end. */
  async function run(
    ...parameters: string[]
  ): Promise<{ status: number | null; said: string; errors: string }> {
    const program = Program.start('mirror', {}, parameters);
    const status = await program.end();
    return { status, said: program.output, errors: program.errors };
  }

  async function serve(folder: string, ...more: string[]): Promise<{ program: Program; api: ApiClient }> {
    const program = Program.start('mirror', {}, ['mirror', folder, '--serve', '0', ...more]);
    const [, port] = await program.untilSaid(/http:\/\/localhost:(\d+)/);
    return { program, api: new ApiClient(`http://127.0.0.1:${port}`) };
  }

  it('copies a registry, and serves what a client needs to install', async () => {
    const folder = newFolder();
    const copied = await run('mirror', folder, '--from', app.api.baseUrl, '--public-key', publicKey);
    expect(copied).toMatchObject({ status: 0, errors: '' });
    expect(await archivesIn(folder)).toHaveLength(NODES);
    const { program, api } = await serve(folder);
    const [here, there] = await Promise.all(
      [api, app.api].map(async (one) => ({
        node: (await one.get('/nodes/NODE-3')).body,
        versions: (await one.get('/nodes/node-3/versions')).body,
        version: (await one.get('/nodes/node-3/versions/1.0.0')).body,
        install: (await one.get('/nodes/node-3/install')).body,
        advisories: (await one.get('/nodes/node-3/advisories')).body,
        nodes: (await one.get('/nodes?limit=5&page=3')).body,
      })),
    );
    const own = new URL(there!.install.downloadUrl).origin;
    const same = JSON.parse(JSON.stringify(there).replaceAll(own, api.baseUrl));
    expect({ ...here, nodes: { ...here!.nodes, next_cursor: null } }).toEqual(same);
    const archive = await api.get(here!.install.downloadUrl);
    expect(sha256(archive.bytes)).toBe(here!.install.sha256);
    const part = await api.get(here!.install.downloadUrl, { headers: { Range: 'bytes=0-3' } });
    expect([part.status, part.bytes]).toEqual([206, archive.bytes.subarray(0, 4)]);
    expect(await program.stop()).toBe(0);
  });

  it('serves nothing from outside its folder', async () => {
    const folder = newFolder();
    await run('mirror', folder, '--from', app.api.baseUrl);
    writeFileSync(path.join(root, 'secret.zip'), 'secret');
    const { program, api } = await serve(folder);
    for (const id of ['..%2f..%2fsecret', '..%2Fmirror.db', '%2e%2e', 'node-1%00', '..%5csecret'])
      for (const target of [
        `/nodes/${id}/versions/1.0.0/archive`,
        `/nodes/node-1/versions/${id}/archive`,
        `/${id}`,
      ])
        expect((await api.get(target)).status).toBe(404);
    await program.stop();
  });

  it('follows the feed: a new version, a ban, an advisory', async () => {
    const folder = newFolder();
    await publishing.publish(team, 'ill', '1.0.0');
    await publishing.publish(team, 'ill', '1.1.0', packageOf('Ill again'));
    await publishing.publish(team, 'gone', '1.0.0');
    const { program, api } = await serve(folder, '--from', app.api.baseUrl);
    await until(async () => (await archivesIn(folder)).length === NODES + 3);
    const late = await publishing.publish(team, 'late', '1.0.0');
    const ban = { status: 'NodeVersionStatusBanned', status_reason: 'bad' };
    await admin.put('/admin/nodes/ill/versions/1.1.0', ban);
    await admin.post('/admin/nodes/gone/quarantine', { reason: 'Sends keys away.' });
    const warning = { node_id: 'ill', severity: 'high', summary: 'Ill.', fixed: '1.0.1' };
    const { id } = (await admin.post('/admin/advisories', warning)).body;
    await until(async () => (await api.get('/nodes/ill/install')).body.advisories?.[0].id === id);
    await until(async () => (await archivesIn(folder)).includes(named('late')));
    expect((await api.get('/nodes/late/install')).body).toMatchObject({ id: late.id, sha256: late.sha256 });
    expect((await api.get('/nodes/ill/install')).body.version).toBe('1.0.0');
    expect((await api.get(`/advisories/${id}`)).body).toEqual((await app.api.get(`/advisories/${id}`)).body);
    for (const target of ['/nodes/ill/versions/1.1.0', '/nodes/ill/versions/1.1.0/archive', '/nodes/gone'])
      expect((await api.get(target)).status).toBe(404);
    const kept = await archivesIn(folder);
    expect(kept).not.toContain(`${sha256(packageOf('Ill again'))}.zip`);
    expect(kept).not.toContain(named('gone'));
    expect(await program.stop()).toBe(0);
    await admin.post('/admin/nodes/gone/release', { reason: 'Sorry.' });
    await run('mirror', folder, '--from', app.api.baseUrl);
    expect(await archivesIn(folder)).toContain(named('gone'));
  });

  it('fetches what is not there yet when it is asked for', async () => {
    const folder = newFolder();
    // What the mirror fetches by itself does not arrive.
    const isFirst = (target: string): boolean => proxy.paths.filter((one) => one === target).length === 1;
    proxy.tampering = (target, body) => (target.includes('/archive') && isFirst(target) ? 'hangs' : body);
    const { program, api } = await serve(folder, '--from', proxy.url);
    await until(() => proxy.archiveCalls() === 8);
    expect(await archivesIn(folder)).toEqual([]);
    const [asked] = proxy.paths.filter((target) => target.includes('/archive'));
    const { bytes } = await api.get(asked!);
    const nodeId = asked!.split('/')[2]!;
    expect(`${sha256(bytes)}.zip`).toBe(named(nodeId));
    expect(await archivesIn(folder)).toEqual([named(nodeId)]);

    await publishing.publish(team, 'newest', '1.0.0');
    expect((await api.get('/nodes/newest/install')).status).toBe(200);
    expect((await api.get('/nodes/nothing')).status).toBe(404);
    proxy.tampering = (target, body) => (target.includes('/archive') ? Buffer.from('x') : body);
    expect((await api.get('/nodes/newest/versions/1.0.0/archive')).status).toBe(502);
    expect(await program.stop()).toBe(0);
  });

  it('hears of bans while archives are still on their way', async () => {
    const folder = newFolder();
    await publishing.publish(team, 'slow', '1.0.0');
    proxy.tampering = (target, body) => (target.includes('/archive') ? 'hangs' : body);
    const { program, api } = await serve(folder, '--from', proxy.url);
    await until(async () => (await api.get('/nodes/slow')).status === 200 && proxy.archiveCalls() > 3);
    await admin.post('/nodes/slow/ban', { reason: 'bad' });
    await until(async () => (await api.get('/nodes/slow')).status === 404);
    expect(await program.stop()).toBe(0);
  });

  it('does not fetch an archive that it has refused again and again', async () => {
    const folder = newFolder();
    proxy.tampering = (target, body) => (target.includes('/node-2/') ? Buffer.from('x') : body);
    const { program } = await serve(folder, '--from', proxy.url);
    await program.untilSaid(/node-2 .*refused/);
    const polls = (): number => proxy.paths.filter((target) => target.startsWith('/changes')).length;
    const before = polls();
    await until(() => polls() >= before + 2);
    expect(proxy.paths.filter((target) => target.includes('/node-2/'))).toHaveLength(1);
    await program.stop();
  });

  it('goes on after a kill, without fetching again what it has', async () => {
    const folder = newFolder();
    let sent = 0;
    proxy.tampering = (target, body) => (target.includes('/archive') && (sent += 1) > 5 ? 'hangs' : body);
    const killed = Program.start('mirror', {}, ['mirror', folder, '--from', proxy.url]);
    await until(async () => (await archivesIn(folder)).length === 5);
    killed.kill();
    await killed.end();
    const before = proxy.archiveCalls();
    proxy.tampering = (_target, body) => body;
    expect(await run('mirror', folder, '--from', proxy.url)).toMatchObject({ status: 0 });
    const all = await archivesIn(folder);
    expect(proxy.archiveCalls() - before).toBe(all.length - 5);
    expect(proxy.paths.filter((target) => target === '/registry.json.zst')).toHaveLength(1);
  });

  it('begins again after a kill within the snapshot', async () => {
    const folder = newFolder();
    proxy.tampering = (target, body) => (target.startsWith('/registry.json.zst') ? 'hangs' : body);
    const killed = Program.start('mirror', {}, ['mirror', folder, '--from', proxy.url]);
    await until(() => proxy.paths.includes('/registry.json.zst'));
    killed.kill();
    await killed.end();
    proxy.tampering = (_target, body) => body;
    expect(await run('mirror', folder, '--from', proxy.url)).toMatchObject({ status: 0 });
    expect((await archivesIn(folder)).length).toBeGreaterThanOrEqual(NODES);
  });

  it('refuses an archive whose bytes were changed, and fetches it once it is right', async () => {
    const folder = newFolder();
    proxy.tampering = (target, body) => {
      if (target.endsWith('/node-2/versions/1.0.0/archive')) body[body.length >> 1]! ^= 1;
      return target.endsWith('/node-4/versions/1.0.0/archive')
        ? Buffer.concat([body, Buffer.from('x')])
        : body;
    };
    const refused = await run('mirror', folder, '--from', proxy.url);
    expect(refused).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/node-[24] 1\.0\.0: .*refused/),
    });
    expect(refused.errors.trim().split('\n')).toHaveLength(2);
    const kept = await archivesIn(folder);
    expect(kept).not.toContain(named('node-2'));
    expect(kept).toContain(named('node-3'));
    proxy.tampering = (_target, body) => body;
    expect((await run('mirror', folder, '--from', proxy.url)).status).toBe(0);
    expect(await archivesIn(folder)).toContain(named('node-2'));
  });

  it.each([
    ['a wrong signature', /signature/, (facts: any) => ({ ...facts, cursor: '0' })],
    ['another key', /another key/, (facts: any) => ({ ...facts, publicKey: 'MCowBQYDK2VwAyEA' })],
    ['other bytes than signed', /not the one that was signed/, (facts: any) => facts],
  ])('refuses a snapshot with %s', async (what, reason, change) => {
    const folder = newFolder();
    proxy.tampering = (target, body) => {
      if (target.startsWith('/registry/snapshot'))
        return Buffer.from(JSON.stringify(change(JSON.parse(body.toString()))));
      if (what.startsWith('other') && target.startsWith('/registry.json.zst')) body[20]! ^= 1;
      return body;
    };
    const key = what === 'another key' ? ['--public-key', publicKey] : [];
    const refused = await run('mirror', folder, '--from', proxy.url, ...key);
    expect(refused).toMatchObject({ status: 1, errors: expect.stringMatching(reason) });
    const { program, api } = await serve(folder);
    expect((await api.get('/nodes')).body.total).toBe(0);
    await program.stop();
  });

  describe('a bundle', () => {
    const file = (name: string): string => path.join(root, name);
    let key: string;

    beforeAll(async () => {
      key = (await run('bundle', 'keygen', file('key'))).said.trim();
      await run('mirror', file('source'), '--from', app.api.baseUrl);
    });

    const importInto = (folder: string, bundle = file('all.tar'), trusted = key) =>
      run('bundle', 'import', bundle, '--into', folder, '--public-key', trusted);

    it('carries a mirror into a network without a connection', async () => {
      const exported = await run(
        'bundle',
        'export',
        file('all.tar'),
        '--from',
        file('source'),
        '--key',
        file('key'),
      );
      expect(exported).toMatchObject({ status: 0, errors: '' });
      const folder = newFolder();
      expect(await importInto(folder)).toMatchObject({ status: 0, errors: '' });
      expect((await archivesIn(folder)).sort()).toEqual((await archivesIn(file('source'))).sort());
      const { program, api } = await serve(folder);
      const { sha256: wanted, downloadUrl } = (await api.get('/nodes/node-1/install')).body;
      expect(sha256((await api.get(downloadUrl)).bytes)).toBe(wanted);
      await program.stop();
    });

    it('is refused whole if a byte of it was changed, or another key signed it', async () => {
      const bytes = readFileSync(file('all.tar'));
      const changed = Buffer.from(bytes);
      changed[bytes.indexOf(packageOf('Node node-7')) + 50]! ^= 1;
      const manifest = Buffer.from(bytes);
      manifest[bytes.indexOf('createdAt') + 14]! ^= 1;
      const folder = newFolder();
      for (const [broken, reason] of [
        [changed, /was changed/],
        [manifest, /not signed/],
        [bytes.subarray(0, bytes.length >> 1), /cut off|end|data/i],
      ] as const) {
        writeFileSync(file('broken.tar'), broken);
        const refused = await importInto(folder, file('broken.tar'));
        expect(refused).toMatchObject({ status: 1, errors: expect.stringMatching(reason) });
      }
      expect(await importInto(folder, file('all.tar'), publicKey)).toMatchObject({ status: 1 });
      expect(await archivesIn(folder)).toEqual([]);
    });

    it('may hold some nodes only, straight from a registry', async () => {
      const folder = newFolder();
      const some = ['--nodes', 'node-1,NODE-2', '--key', file('key')];
      const exported = await run('bundle', 'export', file('some.tar'), '--from', app.api.baseUrl, ...some);
      expect(exported).toMatchObject({ status: 0, errors: '' });
      expect(await importInto(folder, file('some.tar'))).toMatchObject({ status: 0, errors: '' });
      expect((await archivesIn(folder)).sort()).toEqual([named('node-1'), named('node-2')].sort());
      expect(await importInto(folder, file('all.tar'))).toMatchObject({
        status: 1,
        errors: expect.stringContaining('older'),
      });
      const unknown = ['--nodes', 'nothing', '--key', file('key')];
      const none = await run('bundle', 'export', file('none.tar'), '--from', file('source'), ...unknown);
      expect([none.status, existsSync(file('none.tar'))]).toEqual([1, false]);
    });
  });
});
