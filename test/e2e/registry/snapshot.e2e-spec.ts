import { createHash, createPublicKey, verify } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { filesBelow } from '../../support/files-below.js';
import { drain, makeAllDue } from '../../support/jobs.js';
import { Publishing, type Team } from '../../support/publishing.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** PKCS #8 of an Ed25519 key, and its public key, by `openssl genpkey` and `openssl pkey -pubout`. */
const KEY = 'MC4CAQAwBQYDK2VwBCIEIIv9JRrLG5gKqB/hWp5+RfbYDGk1fx5s+IO5UAarienK';
const PUBLIC_KEY = 'MCowBQYDK2VwAyEAdquSoQAGCTafyFKyXGBjqTAlM9yV3Z4zWBEjCH0bWaA=';

function lines(bytes: Buffer): Record<string, any>[] {
  const text = zstdDecompressSync(bytes).toString();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, any>);
}

/** As the documentation describes it. */
function isSigned({ createdAt, bytes, sha256, nodes, versions, cursor, ...rest }: Reply['body']): boolean {
  const key = createPublicKey({ key: Buffer.from(rest.publicKey, 'base64'), format: 'der', type: 'spki' });
  const text = ['atelier-snapshot-1', createdAt, bytes, sha256, nodes, versions, cursor].join('\n');
  return verify(null, Buffer.from(text), key, Buffer.from(rest.signature, 'base64'));
}

describe('the snapshot of the registry', () => {
  let app: TestApp;
  /** Kept until the end: programs of one process share its check of tokens. */
  let second: TestApp;
  let admin: ApiClient;
  let team: Team;

  beforeAll(async () => {
    app = await TestApp.start({ REGISTRY_SNAPSHOT: 'true', REGISTRY_SIGNING_KEY: KEY });
    admin = app.api.as(await app.caller({ isAdmin: true }));
    await drain(app);
    const publishing = new Publishing(app);
    team = await publishing.team();
    for (const [node, version] of [
      ['one', '1.0.0'],
      ['one', '1.1.0'],
      ['one', '2.0.0'],
      ['two', '1.0.0'],
      ['bad', '1.0.0'],
      ['asked', '1.0.0'],
    ] as const)
      await publishing.publish(team, node, version);
    await publishing.announce(team, 'two', '1.1.0');
    const ban = { status: 'NodeVersionStatusBanned', status_reason: 'bad' };
    await admin.put('/admin/nodes/one/versions/1.1.0', ban);
    await admin.post('/nodes/bad/ban', { reason: 'bad' });
    await rowsOf(app.databaseUrl, `update nodes set review_reason = 'looks like one' where id = 'asked'`);
    await admin.post('/admin/advisories', { node_id: 'bad', severity: 'high', summary: 'Harmful.' });
  });
  afterAll(async () => {
    await second.stop();
    await app.stop();
  });

  const write = async (): Promise<Reply['body']> => {
    const before = (await app.api.get('/registry/snapshot')).body.createdAt as string;
    await makeAllDue(app);
    await until(async () => (await app.api.get('/registry/snapshot')).body.createdAt !== before);
    await drain(app);
    return (await app.api.get('/registry/snapshot')).body;
  };

  it('is there soon after the first start, and written once by several processes', async () => {
    const first = await app.api.get('/registry/snapshot');
    expect(first).toMatchObject({ status: 200, body: { nodes: 0, versions: 0, publicKey: PUBLIC_KEY } });
    second = await TestApp.join(app, { REGISTRY_SNAPSHOT: 'true', REGISTRY_SIGNING_KEY: KEY });
    await drain(second);
    expect((await second.api.get('/registry/snapshot')).body).toEqual(first.body);
  });

  it('holds all that the public sees, in the words of the API', async () => {
    const facts = await write();
    const { bytes, headers } = await app.api.get('/registry.json.zst');
    const found = lines(bytes);
    const names = found.map(({ kind, id, node_id, version }) =>
      [kind, node_id ?? id, version].join(' ').trim(),
    );
    const wanted = ['publisher team-1', 'node one', 'version one 1.0.0', 'version one 2.0.0', 'node two'];
    expect(names.sort()).toEqual([...wanted, 'version two 1.0.0', 'advisory bad'].sort());
    expect(facts).toMatchObject({ nodes: 2, versions: 3, bytes: bytes.length });
    expect(headers.get('content-type')).toBe('application/zstd');

    const { kind, publisher_id, latest_version, ...node } = found.find(({ id }) => id === 'one')!;
    const shown = (await app.api.get('/nodes/one')).body;
    expect({ ...shown, publisher: undefined, latest_version: undefined }).toEqual({ ...node });
    expect([publisher_id, latest_version]).toEqual([team.id, '2.0.0']);
    const { kind: _, archive_bytes, ...version } = found.find((one) => one.version === '2.0.0')!;
    expect(version).toEqual((await app.api.get('/nodes/one/versions/2.0.0')).body);
    const archive = await app.api.get('/nodes/one/versions/2.0.0/archive');
    expect(archive_bytes).toBe(archive.bytes.length);
    const advisory = found.find((one) => one.kind === 'advisory')!;
    expect(advisory.osv).toEqual((await app.api.get(`/advisories/${advisory.id}`)).body);
    expect(JSON.stringify(found)).not.toMatch(/@example\.com|looks like/);
  });

  it('is signed, and any change of what it says breaks the signature', async () => {
    const { body } = await app.api.get('/registry/snapshot');
    const { bytes } = await app.api.get('/registry.json.zst');
    expect(body.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(isSigned(body)).toBe(true);
    for (const change of [{ cursor: '1' }, { bytes: 1 }, { nodes: 1 }, { versions: 9 }, { sha256: 'x' }])
      expect(isSigned({ ...body, ...change })).toBe(false);
  });

  it('names the place in the feed from which to read on', async () => {
    const { cursor } = await write();
    expect((await app.api.get(`/changes?since=${cursor}`)).body.changes).toEqual([]);
    await app.api.as(team.owner).put(`/publishers/${team.id}/nodes/two`, { description: 'Later' });
    const { changes } = (await app.api.get(`/changes?since=${cursor}`)).body;
    expect(changes).toMatchObject([{ kind: 'node', node_id: 'two' }]);
  });

  it('is sent in parts, and not to those who have it', async () => {
    const { headers, bytes } = await app.api.get('/registry.json.zst');
    const ifNoneMatch = { headers: { 'If-None-Match': headers.get('etag')! } };
    expect((await app.api.get('/registry.json.zst', ifNoneMatch)).status).toBe(304);
    const part = await app.api.get('/registry.json.zst', { headers: { Range: 'bytes=10-19' } });
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(10, 20)]);
    expect((await app.api.get('/registry.json.zst', { headers: { Range: 'bytes=9999999-' } })).status).toBe(
      416,
    );
  });

  it('replaces the file of the night before', async () => {
    await write();
    await until(async () => {
      const files = await filesBelow(app.dataDir);
      return files.filter((file) => file.includes('snapshots/')).length === 1;
    });
  });

  it('is signed with a key of the database where the operator gives none', async () => {
    const other = await TestApp.start({ RUN_JOBS: 'false' });
    expect(await other.api.get('/registry/snapshot')).toMatchObject({
      status: 404,
      body: { error: 'snapshot_not_found' },
    });
    const joined = await TestApp.join(other, { REGISTRY_SNAPSHOT: 'true' });
    await until(async () => (await joined.api.get('/registry/snapshot')).status === 200);
    const { body } = await other.api.get('/registry/snapshot');
    expect(body).toEqual((await joined.api.get('/registry/snapshot')).body);
    expect(isSigned(body) && body.publicKey !== PUBLIC_KEY).toBe(true);
    await joined.stop();
    await other.stop();
  });
});
