import { packageOf, Publishing, type Team } from '../../support/publishing.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { zipBytes } from '../../support/zip-bytes.js';

/** Hidden code, which only prints. */
const HIDDEN = Buffer.from('print("hidden")').toString('base64');
const LOADER = `import base64\n\ndef start():\n    exec(base64.b64decode("${HIDDEN}"))\n\nstart()\n`;

const DAY_MS = 86_400_000;

describe('versions held for what their package does', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let other: Team;
  let admin: Caller;
  let serial = 0;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    other = await publishing.team();
    admin = await app.caller({ isAdmin: true });
  });
  afterAll(() => app.stop());

  /** A package with code that decodes what it runs, each in another archive. */
  const suspicious = (loader = LOADER): Buffer =>
    zipBytes([
      { name: '__init__.py', content: 'from . import loader\nNODE_CLASS_MAPPINGS = {}\n' },
      { name: 'loader.py', content: loader },
      { name: 'LICENSE', content: `As you like, ${(serial += 1)} times.` },
    ]);
  const moderate = (nodeId: string, version: string, status: string): Promise<Reply> =>
    app.api
      .as(admin)
      .put(`/admin/nodes/${nodeId}/versions/${version}`, { status, status_reason: 'Looked at it.' });
  const flagged = 'NodeVersionStatusFlagged';
  const active = 'NodeVersionStatusActive';

  it('tells the owner rule, file and line, keeps it from others, and takes the number', async () => {
    const held = await publishing.publish(team, 'held', '1.0.0', suspicious());
    expect(held).toMatchObject({ status: flagged, app_node_extract_status: 'success' });
    expect(held.status_reason).toMatch(/waits for a reviewer\. \w+: .* \(loader\.py line 4\): exec\(base64/);
    expect(held.archive_refusal).toBeNull();
    for (const path of ['install', 'install?version=1.0.0', 'versions/1.0.0'])
      expect((await app.api.get(`/nodes/held/${path}`)).status).toBe(404);
    expect((await publishing.announce(team, 'held', '1.0.0')).status).toBe(409);
    const report = await app.api.as(team.owner).get('/nodes/held/versions/1.0.0/report');
    const [first] = report.body.findings;
    expect(first).toMatchObject({ severity: 'held', path: 'loader.py', lines: [4], rule_version: 1 });
    expect(first.excerpt).toBe(`exec(base64.b64decode("${HIDDEN}"))`);
    expect(first.sha256).toMatch(/^[0-9a-f]{64}$/);
    const { body } = await app.api.as(admin).get('/admin/reviews?kind=version');
    expect(body.reviews).toMatchObject([{ node_id: 'held', version: '1.0.0', reason: held.status_reason }]);
  });

  it('keeps a node out of search and lists while all its versions are held', async () => {
    const found = async (): Promise<string[]> => {
      const { body: listed } = await app.api.get('/nodes?id_prefix=held-only');
      const { body: searched } = await app.api.get('/nodes/search?search=held-only');
      return [...listed.nodes, ...searched.nodes].map(({ id }: { id: string }) => id);
    };
    await publishing.publish(team, 'held-only', '1.0.0', suspicious());
    expect(await found()).toEqual([]);
    const { body: node } = await app.api.as(admin).get('/nodes/held-only');
    expect(node.review_reason).toBe('Its versions are held.');
    const { body: queue } = await app.api.as(admin).get('/admin/reviews');
    expect(queue.reviews.filter(({ node_id: id }: { node_id: string }) => id === 'held-only')).toMatchObject([
      { kind: 'version' },
    ]);
    const honest = await publishing.publish(team, 'held-only', '1.0.1', packageOf('Honest'));
    expect(honest.status).toBe(active);
    expect(await found()).toEqual(['held-only', 'held-only']);
    await moderate('held-only', '1.0.1', 'NodeVersionStatusBanned');
    await publishing.publish(team, 'held-only', '1.0.2', suspicious());
    expect(await found()).toEqual([]);
    await moderate('held-only', '1.0.2', active);
    expect(await found()).toEqual(['held-only', 'held-only']);
    const { body: feed } = await app.api.get('/changes?limit=1000');
    const entries = feed.changes.filter(({ node_id: id }: { node_id: string }) => id === 'held-only');
    expect(entries.slice(-2)).toMatchObject([
      { kind: 'node_version', action: 'upsert', version: '1.0.2' },
      { kind: 'node', action: 'upsert' },
    ]);
  });

  it('lets the owner explain and the reviewer answer', async () => {
    const path = '/nodes/held/versions/1.0.0/messages';
    const say = (caller: Caller, text: string): Promise<Reply> => app.api.as(caller).post(path, { text });
    expect((await say(team.owner, 'It decodes the icons of the menu.')).status).toBe(201);
    expect((await say(admin, 'Ship them as files.')).status).toBe(201);
    expect((await say(other.owner, 'Let me in.')).status).toBe(404);
    expect(await say(team.owner, '')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('text') },
    });
    const { body } = await app.api.as(team.owner).get(path);
    const { notices } = (await app.api.as(team.owner).get('/users/notices')).body;
    expect(notices[0]).toMatchObject({
      subject: 'A reviewer answers on held 1.0.0',
      text: 'Ship them as files.',
    });
    expect(body.messages).toMatchObject([
      { is_from_admin: false, text: 'It decodes the icons of the menu.' },
      { is_from_admin: true, text: 'Ship them as files.' },
    ]);
    const days = (Date.parse(body.appeal_until) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });

  it('ends the time to explain after 30 days, and gives time again with an answer', async () => {
    const path = '/nodes/held/versions/1.0.0/messages';
    const say = (caller: Caller): Promise<Reply> => app.api.as(caller).post(path, { text: 'And then?' });
    app.passTime(31 * DAY_MS);
    expect(await say(team.owner)).toMatchObject({ status: 409, body: { error: 'appeal_over' } });
    expect((await say(admin)).status).toBe(201);
    expect((await say(team.owner)).status).toBe(201);
  });

  it('does not ask again for an approved file of the node, but for another file and at another node', async () => {
    expect((await moderate('held', '1.0.0', active)).status).toBe(200);
    expect((await app.api.get('/nodes/held/install')).status).toBe(200);
    expect(await publishing.publish(team, 'held', '1.0.1', suspicious())).toMatchObject({ status: active });
    const { body } = await app.api.as(team.owner).get('/nodes/held/versions/1.0.1/report');
    expect(body.findings).toContainEqual(expect.objectContaining({ severity: 'held', is_approved: true }));
    expect(await publishing.publish(team, 'held', '1.0.2', suspicious(`${LOADER}\n`))).toMatchObject({
      status: flagged,
    });
    expect(await publishing.publish(other, 'held-elsewhere', '1.0.0', suspicious())).toMatchObject({
      status: flagged,
    });
  });

  it('refuses a telling file of a banned version in any archive, until the ban is lifted', async () => {
    const loader = LOADER.replace('start', 'begin');
    await publishing.publish(team, 'banned-file', '1.0.0', suspicious(loader));
    expect((await moderate('banned-file', '1.0.0', 'NodeVersionStatusBanned')).status).toBe(200);
    expect(await publishing.publish(other, 'repacked', '1.0.0', suspicious(loader))).toMatchObject({
      status: flagged,
      archive_refusal: 'banned_file',
      status_reason: expect.stringMatching(
        /^banned_file: .*banned-file@1\.0\.0, which is banned.*loader\.py/,
      ),
    });
    const { body } = await app.api.as(admin).get('/admin/audit?action=node_version.refuse_banned');
    expect(body.entries).toMatchObject([{ target_id: 'repacked@1.0.0' }]);
    await moderate('banned-file', '1.0.0', flagged);
    const again = await publishing.publish(other, 'repacked', '1.0.0', suspicious(loader));
    expect(again.status_reason).toContain('waits for a reviewer');
  });

  it('counts and shows what a rule on trial finds, and holds nothing by it', async () => {
    const report = await app.api.as(team.owner).get('/nodes/held/versions/1.0.2/report');
    const rule = report.body.findings[0].code as string;
    const trial = (isShadow: boolean): Promise<Reply> =>
      app.api.as(admin).put(`/admin/rules/${rule}`, { is_shadow: isShadow });
    expect((await trial(true)).body).toMatchObject({ id: rule, is_shadow: true });
    const loader = LOADER.replaceAll('start', 'onTrial');
    expect(await publishing.publish(team, 'on-trial', '1.0.0', suspicious(loader))).toMatchObject({
      status: active,
    });
    const hits = await app.api.as(admin).get(`/admin/rules/${rule}/hits?limit=1`);
    expect(hits.body).toMatchObject({ hits: [{ node_id: 'on-trial', paths: ['loader.py'] }] });
    const next = await app.api
      .as(admin)
      .get(`/admin/rules/${rule}/hits?cursor=${encodeURIComponent(hits.body.next_cursor as string)}`);
    expect(next.body.hits.map(({ node_id: id }: { node_id: string }) => id)).not.toContain('on-trial');
    expect((await trial(false)).body).toMatchObject({ is_shadow: false, versions: expect.any(Number) });
    expect((await app.api.as(admin).put('/admin/rules/none', { is_shadow: true })).status).toBe(404);
    expect((await app.api.as(admin).put(`/admin/rules/${rule}`, {})).body.message).toContain('is_shadow');
  });

  it('notes a patch release by someone new, and no other release of hers', async () => {
    await publishing.publish(team, 'shared', '1.0.0');
    const member = await app.caller();
    const members = `/publishers/${team.id}/members`;
    const invited = await app.api.as(team.owner).post(members, { user_id: member.user.id });
    expect((await app.api.as(member).post(`${members}/${invited.body.id}/accept`)).status).toBe(200);
    const hers = { id: team.id, owner: member };
    const codes = async (version: string): Promise<string[]> => {
      await publishing.publish(hers, 'shared', version, packageOf(`Shared ${version}`));
      const { body } = await app.api.as(member).get(`/nodes/shared/versions/${version}/report`);
      return body.findings.map(({ code }: { code: string }) => code);
    };
    expect(await codes('1.0.1')).toContain('new_publisher');
    expect(await codes('1.0.2')).not.toContain('new_publisher');
  });

  const rescan = async (body: object): Promise<Reply['body']> => {
    const started = await app.api.as(admin).post('/admin/rescans', body);
    expect(started.status).toBe(202);
    for (;;) {
      const { body: state } = await app.api.as(admin).get(`/admin/rescans/${started.body.id}`);
      if (state.ended_at !== null) return state;
    }
  };

  it('puts active versions in doubt by a rescan, which changes nothing silently', async () => {
    await publishing.publish(team, 'clean', '1.0.0', packageOf('Clean'));
    const state = await rescan({});
    expect(state).toMatchObject({ holds: false, failed: 0, found: 1 });
    expect(state.done).toBe(state.total);
    expect((await app.api.get('/nodes/on-trial/install')).status).toBe(200);
    const { body } = await app.api.as(admin).get('/admin/reviews?kind=doubt');
    expect(body).toMatchObject({
      reviews: [{ kind: 'doubt', node_id: 'on-trial', version: '1.0.0' }],
      total: 1,
    });
  });

  it('holds them by a rescan that may, with an entry in the audit log', async () => {
    expect(await rescan({ hold: true })).toMatchObject({ holds: true, found: 1 });
    expect((await app.api.get('/nodes/on-trial/install')).status).toBe(404);
    expect((await app.api.get('/nodes/clean/install')).status).toBe(200);
    expect((await app.api.get('/nodes/held/install?version=1.0.1')).status).toBe(200);
    const { body } = await app.api.as(admin).get('/admin/audit?action=node_version.hold');
    expect(body.entries).toMatchObject([{ target_id: 'on-trial@1.0.0', reason: expect.any(String) }]);
    const queue = await app.api.as(admin).get('/admin/reviews?kind=doubt');
    expect(queue.body.reviews).toEqual([]);
  });
});
