import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Publishing, type Team } from '../../support/publishing.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { zipBytes } from '../../support/zip-bytes.js';

const ALL = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }];
const advisory = (id: string, name: string, rest: object = { ranges: ALL }, ecosystem = 'PyPI'): string =>
  JSON.stringify({ id, affected: [{ package: { ecosystem, name }, ...rest }] });
const LIST = zipBytes([
  { name: 'osv/MAL-2026-1.json', content: advisory('MAL-2026-1', 'Evil_Pack') },
  { name: 'osv/MAL-2026-2.json', content: advisory('MAL-2026-2', 'half-evil', { versions: ['1.2'] }) },
  { name: 'osv/MAL-2026-3.json', content: advisory('MAL-2026-3', 'left-pad', {}, 'npm') },
  { name: 'osv/GHSA-1.json', content: advisory('GHSA-1', 'torch') },
]);

describe('/admin/known-malicious', () => {
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

  const load = (
    body: string | Buffer,
    caller = admin,
    headers: Record<string, string> = {},
  ): Promise<Reply> =>
    app.api
      .as(caller)
      .call('PUT', '/admin/known-malicious', undefined, { raw: new Uint8Array(Buffer.from(body)), headers });
  const look = (query = ''): Promise<Reply> => app.api.as(admin).get(`/admin/known-malicious${query}`);
  const publish = (nodeId: string, version: string, dependencies: string[]): Promise<Reply['body']> =>
    publishing.publish(team, nodeId, version, undefined, { dependencies });

  it('knows nothing before a list is loaded', async () => {
    expect(await look('?name=evil-pack')).toMatchObject({ status: 200, body: { list: null, matches: [] } });
    expect(await publish('early', '1.0.0', ['evil-pack'])).toMatchObject({
      status: 'NodeVersionStatusActive',
    });
  });

  it('loads a zip file of advisories, and holds versions that require what is in it', async () => {
    const loaded = await load(LIST);
    expect(loaded).toMatchObject({
      status: 200,
      body: {
        list: {
          records: 4,
          packages: 2,
          sha256: createHash('sha256').update(LIST).digest('hex'),
          loaded_by: admin.user.id,
        },
      },
    });
    expect((await look()).body).toEqual(loaded.body);
    expect((await look('?name=evil.PACK')).body.matches).toEqual(['evil-pack']);
    expect((await look('?name=half-evil')).body.matches).toEqual(['half-evil==1.2']);
    expect((await look('?name=torch')).body.matches).toEqual([]);
    expect(await publish('malicious', '1.0.0', ['numpy', 'evil.pack>=1'])).toMatchObject({
      status: 'NodeVersionStatusFlagged',
      status_reason: expect.stringContaining('malicious_requirement'),
    });
    expect(await publish('malicious', '1.0.1', ['half-evil==1.2.0'])).toMatchObject({
      status_reason: expect.stringContaining('half-evil==1.2.0'),
    });
    expect(await publish('honest', '1.0.0', ['half-evil==1.3'])).toMatchObject({
      status: 'NodeVersionStatusActive',
    });
  });

  it('finds versions from before by a rescan', async () => {
    const { body } = await app.api.as(admin).post('/admin/rescans', {});
    const state = () => app.api.as(admin).get(`/admin/rescans/${body.id}`);
    while ((await state()).body.ended_at === null) await sleep(50);
    const reviews = await app.api.as(admin).get('/admin/reviews?kind=doubt');
    expect(reviews.body.reviews).toContainEqual(
      expect.objectContaining({ node_id: 'early', version: '1.0.0' }),
    );
  });

  it('names what is broken, and keeps the list before', async () => {
    const { body: before } = await look();
    const broken: [string | Buffer, RegExp][] = [
      [`${advisory('MAL-1', 'a')}\n{"id": "MAL-2"`, /line 2: is not JSON/],
      [JSON.stringify([{ id: 'MAL-3' }]), /record 1 \(MAL-3\): affected must be a list/],
      [zipBytes([{ name: 'MAL-4.json', content: '{' }]), /MAL-4\.json: is not JSON/],
      [LIST.subarray(0, -30), /cannot be read to its end/],
      [advisory('GHSA-1', 'torch'), /None of its advisories/],
    ];
    for (const [body, message] of broken)
      expect(await load(body)).toMatchObject({
        status: 400,
        body: { error: 'malicious_list_invalid', message: expect.stringMatching(message) },
      });
    expect((await load('')).status).toBe(400);
    expect((await load(LIST, admin, { 'Content-Digest': `sha-256=:${'A'.repeat(43)}=:` })).status).toBe(400);
    expect((await look()).body).toEqual(before);
    expect((await look('?name=')).status).toBe(400);
  });

  it('is for admins only', async () => {
    expect((await load('[]', team.owner)).status).toBe(403);
    expect((await app.api.as(team.owner).get('/admin/known-malicious')).status).toBe(403);
    expect((await look()).body.list.packages).toBe(2);
  });

  it('takes one list after another when several are sent at once, and records each', async () => {
    const lists = ['a-evil', 'b-evil', 'c-evil'].map((name) => advisory('MAL-9', name));
    const replies = await Promise.all(lists.map((list) => load(list)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await look()).body.list.packages).toBe(1);
    expect((await load('[]')).body.list).toMatchObject({ packages: 0, records: 0 });
    expect((await look('?name=evil-pack')).body.matches).toEqual([]);
    const { body } = await app.api.as(admin).get('/admin/audit?action=scan_rule.load_known_malicious');
    expect(body.entries).toHaveLength(5);
    expect(body.entries.at(-1)).toMatchObject({ after: { packages: 2 } });
  });
});
