import { packageFiles, packageOf, Publishing, type Team } from '../../support/publishing.js';
import { GivenRegistry } from '../../support/given-registry.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { zipBytes } from '../../support/zip-bytes.js';

describe('the review of versions', () => {
  let app: TestApp;
  let publishing: Publishing;
  let given: GivenRegistry;
  let team: Team;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    given = new GivenRegistry(app);
    team = await publishing.team();
    admin = await app.caller({ isAdmin: true });
  });
  afterAll(() => app.stop());

  const bad = zipBytes([...packageFiles('Evil'), { name: '../evil.py', content: 'import os\n' }]);
  const report = (who: Caller, nodeId: string): Promise<Reply> =>
    app.api.as(who).get(`/nodes/${nodeId}/versions/1.0.0/report`);
  const file = (nodeId: string, path: string): Promise<Reply> =>
    app.api.as(admin).get(`/admin/nodes/${nodeId}/versions/1.0.0/files/${encodeURIComponent(path)}`);
  const queue = async (query = ''): Promise<Reply['body']> =>
    (await app.api.as(admin).get(`/admin/reviews?limit=100${query}`)).body;

  async function flagged(nodeId: string): Promise<void> {
    await publishing.publish(team, nodeId, '1.0.0');
    await app.api.as(admin).put(`/admin/nodes/${nodeId}/versions/1.0.0`, {
      status: 'NodeVersionStatusFlagged',
      status_reason: 'Looks odd.',
    });
  }

  it('lets admins take entries, note something on them, and see how the review goes', async () => {
    const other = await app.caller({ isAdmin: true, name: 'Second' });
    await flagged('taken');
    const id = (await queue()).reviews.find(
      ({ node_id }: { node_id: string }) => node_id === 'taken',
    ).version_id;
    const path = `/admin/reviews/version/${id}`;
    const take = (who: Caller, body: object): Promise<Reply> =>
      app.api.as(who).put(`${path}/assignee`, { is_mine: true, ...body });
    const nodes = async (who: Caller, assignee: string): Promise<string[]> => {
      const { body } = await app.api.as(who).get(`/admin/reviews?limit=100&assignee=${assignee}`);
      expect(body.total).toBe(body.reviews.length);
      return body.reviews.map(({ node_id }: { node_id: string }) => node_id);
    };
    expect(await nodes(admin, 'nobody')).toContain('taken');
    expect(await take(other, {})).toMatchObject({ status: 200, body: { assignee_name: 'Second' } });
    expect(await take(admin, {})).toMatchObject({
      status: 409,
      body: { error: 'review_taken', message: 'Second has it.' },
    });
    expect((await take(admin, { is_mine: false })).status).toBe(409);
    expect([await nodes(other, 'me'), await nodes(admin, 'me')]).toEqual([['taken'], []]);
    expect(await nodes(admin, 'nobody')).not.toContain('taken');
    expect((await take(admin, { force: true })).body.assignee_id).toBe(admin.user.id);
    expect((await queue()).reviews).toContainEqual(
      expect.objectContaining({ node_id: 'taken', assignee_id: admin.user.id }),
    );
    expect((await take(admin, { is_mine: false })).body.assignee_id).toBeNull();
    await take(other, {});
    app.passTime(7 * 24 * 60 * 60 * 1000);
    expect(await nodes(admin, 'nobody')).toContain('taken');
    expect((await take(admin, {})).status).toBe(200);

    await app.api.as(other).post(`${path}/notes`, { text: 'Asked the author.' });
    expect((await app.api.as(admin).get(`${path}/notes`)).body.notes).toMatchObject([
      { author_name: 'Second', text: 'Asked the author.' },
    ]);
    expect((await app.api.as(admin).post('/admin/reviews/ugly/1/notes', { text: 'x' })).status).toBe(400);
    expect((await app.api.as(admin).post('/admin/reviews/node/taken/notes', { text: 'x' })).status).toBe(404);

    const figures = async (): Promise<Reply['body']> =>
      (await app.api.as(admin).get('/admin/reviews/figures?weeks=2')).body.weeks[0];
    const before = await figures();
    await app.api.as(admin).put('/admin/nodes/taken/versions/1.0.0', { status: 'NodeVersionStatusActive' });
    await flagged('wrong');
    await app.api
      .as(admin)
      .put('/admin/nodes/wrong/versions/1.0.0', { status: 'NodeVersionStatusBanned', status_reason: 'Bad.' });
    const after = await figures();
    expect(after).toMatchObject({
      held: before.held + 1,
      refused: before.refused + 1,
      published: before.published + 1,
    });
    expect(after.hours_median).toBeGreaterThanOrEqual(0);
  });

  it('tells members and admins what the check saw, and nobody else', async () => {
    const archive = zipBytes([
      { name: 'pack/__init__.py', content: 'import os\nos.system("ls")\nNODE_CLASS_MAPPINGS = {}\n' },
      { name: 'pack/broken.py', content: 'def (:\n' },
      { name: 'pack/web/a.js', content: 'x' },
    ]);
    await publishing.publish(team, 'seen', '1.0.0', archive);
    for (const who of [team.owner, admin]) {
      const { body } = await report(who, 'seen');
      expect(body).toMatchObject({
        files: [
          { path: '__init__.py', bytes: 51 },
          { path: 'broken.py', bytes: 7 },
          { path: 'web/a.js', bytes: 1 },
        ],
        files_total: 3,
        bytes_total: 59,
      });
      expect(body.findings).toContainEqual({
        severity: 'note',
        code: 'starts_programs',
        message: 'Starts other programs.',
        path: '__init__.py',
        lines: [2],
      });
      const codes = (body.findings as { code: string }[]).map(({ code }) => code);
      expect(codes).toContain('no_licence_file');
      expect(body.findings_total).toBe(codes.length);
    }
    const stranger = await app.caller();
    expect(await report(stranger, 'seen')).toMatchObject({ status: 403, body: { error: 'not_a_member' } });
    expect((await app.api.get('/nodes/seen/versions/1.0.0/report')).status).toBe(401);
  });

  it('says that a version without a check has no report', async () => {
    await publishing.announce(team, 'awaited', '1.0.0');
    expect(await report(team.owner, 'awaited')).toMatchObject({
      status: 404,
      body: { error: 'report_not_found' },
    });
  });

  it('shows why an archive was refused, and lets admins read its files', async () => {
    const { status_reason: reason } = await publishing.publish(team, 'refused', '1.0.0', bad);
    expect(reason).toMatch(/^unsafe_name: /);
    const { body } = await report(team.owner, 'refused');
    expect(body.findings).toMatchObject([{ severity: 'refused', code: 'unsafe_name', path: '../evil.py' }]);
    const text = await file('refused', '../evil.py');
    expect([text.status, text.bytes.toString()]).toEqual([200, 'import os\n']);
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await file('refused', 'none.py')).toMatchObject({
      status: 404,
      body: { error: 'archive_file_not_found' },
    });
  });

  it('shows no files that are no text or large', async () => {
    const archive = zipBytes([
      { name: '__init__.py', content: 'NODE_CLASS_MAPPINGS = {}\n' },
      { name: 'a.bin', content: Buffer.from([1, 0, 2]) },
      { name: 'large.txt', content: Buffer.alloc(600_000, 'ab\n') },
    ]);
    await publishing.publish(team, 'mixed', '1.0.0', archive);
    for (const name of ['a.bin', 'large.txt']) {
      expect(await file('mixed', name)).toMatchObject({
        status: 422,
        body: { error: 'archive_file_not_shown' },
      });
    }
    const asOwner = app.api.as(team.owner);
    expect((await asOwner.get('/admin/nodes/mixed/versions/1.0.0/files/a.bin')).status).toBe(403);
    const own = '/nodes/mixed/versions/1.0.0/files/__init__.py';
    expect((await asOwner.get(own)).bytes.toString()).toBe('NODE_CLASS_MAPPINGS = {}\n');
    expect((await app.api.as(await app.caller()).get(own)).status).toBe(403);
  });

  it('has what waits in the queue, the oldest first, until it is decided', async () => {
    const looked = await given.node();
    await app.api.as(admin).put(`/admin/nodes/${looked.id}`, { review_reason: 'Looks odd.' });
    await flagged('queued-1');
    await flagged('queued-2');
    const ids = async (query?: string): Promise<string[]> =>
      (await queue(query)).reviews.map(({ node_id: id }: { node_id: string }) => id);
    const mine = (all: string[]) => all.filter((id) => [looked.id, 'queued-1', 'queued-2'].includes(id));
    expect(mine(await ids())).toEqual([looked.id, 'queued-1', 'queued-2']);
    expect(mine(await ids('&kind=node'))).toEqual([looked.id]);
    expect(mine(await ids('&kind=version'))).toEqual(['queued-1', 'queued-2']);
    const { reviews, total } = await queue();
    expect(total).toBe(reviews.length);
    expect(reviews).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'node', reason: 'Looks odd.', publisher_id: looked.publisher.id }),
        expect.objectContaining({ kind: 'version', node_id: 'queued-1', version: '1.0.0' }),
      ]),
    );
    await app.api.as(admin).put(`/admin/nodes/${looked.id}`, { review_reason: '' });
    await app.api.as(admin).put('/admin/nodes/queued-1/versions/1.0.0', {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Please take the file out.',
    });
    expect(mine(await ids())).toEqual(['queued-2']);
    await app.api.as(admin).post('/nodes/queued-2/ban', { reason: 'Odd.' });
    expect(mine(await ids())).toEqual([]);
  });

  it('pages through the queue by cursor, both kinds mixed', async () => {
    for (const at of [1, 2, 3]) {
      await flagged(`paged-${at}`);
      const node = await given.node();
      await app.api.as(admin).put(`/admin/nodes/${node.id}`, { review_reason: 'Looks odd.' });
    }
    const all = (await queue()).reviews as unknown[];
    const read: unknown[] = [];
    for (let cursor = ''; ;) {
      const page = await app.api.as(admin).get(`/admin/reviews?limit=2${cursor}`);
      read.push(...page.body.reviews);
      if (page.body.next_cursor === null) break;
      cursor = `&cursor=${page.body.next_cursor}`;
    }
    expect(read).toEqual(all);
    for (const cursor of ['x', Buffer.from('["version","1","x"]').toString('base64url')]) {
      expect(await app.api.as(admin).get(`/admin/reviews?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('cursor must be') },
      });
    }
  });

  it('keeps the report of a good package without findings', async () => {
    await publishing.publish(team, 'spotless', '1.0.0', packageOf('Spotless'));
    expect((await report(team.owner, 'spotless')).body).toMatchObject({ findings: [], files_total: 2 });
  });
});
