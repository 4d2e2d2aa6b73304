import { GivenRegistry } from '../../support/given-registry.js';
import { Publishing } from '../../support/publishing.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';

const HARM = 'Sends the keys of the host to a stranger.';

describe('advisories', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let caller: Caller;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    caller = await given.admin();
    admin = app.api.as(caller);
  });
  afterAll(() => app.stop());

  const publish = async (nodeId: string, fields: object = {}): Promise<Reply['body']> => {
    const reply = await admin.post('/admin/advisories', {
      node_id: nodeId,
      severity: 'high',
      summary: HARM,
      ...fields,
    });
    if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };

  it('are numbered by year, readable by all, and name their node as its publisher wrote it', async () => {
    const { id } = await given.node({ id: given.id('Node'), fields: { name: 'The node' } });
    const first = await publish(id.toUpperCase(), {
      introduced: '1.0',
      fixed: '1.2.1',
      aliases: ['CVE-2026-1'],
    });
    const second = await publish(id, { severity: 'low', references: ['https://example.com/story'] });
    expect(first).toMatchObject({
      node_id: id,
      introduced: '1.0.0',
      fixed: '1.2.1',
      versions: [],
      withdrawn_at: null,
    });
    expect(first.id).toMatch(new RegExp(`^x_ATL-${new Date().getUTCFullYear()}-\\d{4}$`));
    const ofNode = await app.api.get(`/nodes/${id.toLowerCase()}/advisories`);
    expect(ofNode.body).toEqual({ advisories: [second, first] });
    const low = await app.api.get('/advisories?severity=low&limit=1');
    expect(low.body.advisories).toEqual([{ ...second, node_name: 'The node' }]);
    const newest = await app.api.get('/advisories?limit=1');
    const older = await app.api.get(`/advisories?limit=1&cursor=${newest.body.next_cursor}`);
    expect([newest.body.advisories, older.body.advisories]).toMatchObject([[second], [first]]);
    expect(newest.headers.get('etag')).not.toBeNull();
  });

  it.each([
    [{ severity: 'bad' }, /severity must be one of low, moderate, high, critical/],
    [{ summary: 'x'.repeat(201) }, /summary must be a string of 1 to 200/],
    [{ details: 'x'.repeat(20_001) }, /details must be .*20000/],
    [{ introduced: 'one' }, /introduced must be a semantic version/],
    [{ introduced: '2.0.0', fixed: '2.0.0-beta.1' }, /fixed must be above introduced/],
    [{ versions: ['1.0.0', 'v2'] }, /versions must be a list of at most 500 semantic versions/],
    [
      { references: ['javascript:alert(1)'] },
      /references must be a list of at most 20 absolute http or https/,
    ],
    [{ node_id: undefined }, /node_id is required/],
  ])('refuse %j by field and rule', async (fields, problem) => {
    const { id } = await given.node();
    const body = { node_id: id, severity: 'high', summary: HARM, ...fields };
    const reply = await admin.post('/admin/advisories', body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toMatch(problem);
  });

  it('need a node and an advisory that exist', async () => {
    const body = { node_id: 'nothing-here', severity: 'high', summary: HARM };
    expect((await admin.post('/admin/advisories', body)).body.error).toBe('node_not_found');
    const missing = '/admin/advisories/x_ATL-2026-9999';
    expect((await admin.put(missing, { summary: 'x' })).body.error).toBe('advisory_not_found');
    expect((await admin.post(`${missing}/withdraw`, { reason: 'x' })).body.error).toBe('advisory_not_found');
    expect((await app.api.get('/advisories/x_ATL-1999-0001')).body.error).toBe('advisory_not_found');
    expect((await app.api.get('/nodes/nothing-here/advisories')).body.error).toBe('node_not_found');
    expect((await app.api.get('/advisories?cursor=elsewhere')).body.message).toMatch(/^cursor must be/);
  });

  it('change only in the fields that are named, and an empty text clears an end of the range', async () => {
    const { id } = await given.node();
    const made = await publish(id, { introduced: '1.0.0', fixed: '2.0.0', details: 'All of it.' });
    const path = `/admin/advisories/${made.id}`;
    const changed = await admin.put(path, { severity: 'critical', fixed: '' });
    expect(changed.body).toEqual({
      ...made,
      severity: 'critical',
      fixed: null,
      modified_at: expect.any(String),
    });
    expect((await admin.put(path, { fixed: '0.9.0' })).body.message).toBe('fixed must be above introduced.');
    expect((await admin.put(path, {})).status).toBe(400);
  });

  it('stay public when their node is banned', async () => {
    const { id } = await given.node();
    const { id: advisory } = await publish(id);
    await admin.post(`/nodes/${id}/ban`, { reason: HARM });
    const seen = await app.api.get(`/nodes/${id}/advisories`);
    expect(seen.body.advisories).toMatchObject([{ id: advisory }]);
  });

  it('leave entries in the audit log and in the feed of changes', async () => {
    const { id, publisher } = await given.node();
    const { last_serial: since } = await lastChange();
    const made = await publish(id);
    const path = `/admin/advisories/${made.id}`;
    await admin.put(path, { severity: 'low' });
    await admin.put(path, { severity: 'low' });
    await admin.post(`${path}/withdraw`, { reason: 'It was a false alarm.' });
    await admin.post(`${path}/withdraw`, { reason: 'Again.' });
    const entries = (await admin.get(`/admin/audit?target_kind=advisory&target_id=${made.id}`)).body.entries;
    expect(entries).toMatchObject([
      { action: 'advisory.withdraw', actor_id: caller.user.id, reason: 'It was a false alarm.' },
      { action: 'advisory.update', before: { severity: 'high' }, after: { severity: 'low' } },
      { action: 'advisory.create', after: { nodeId: id, summary: HARM } },
    ]);
    const { changes } = (await app.api.get(`/changes?since=${since}`)).body;
    const change = {
      kind: 'advisory',
      action: 'upsert',
      publisher_id: publisher.id,
      node_id: id,
      version: null,
      advisory_id: made.id,
    };
    expect(changes).toMatchObject([change, change, change]);
  });

  async function lastChange(since = '0'): Promise<Reply['body']> {
    const { body } = await app.api.get(`/changes?limit=1000&since=${since}`);
    return body.has_more ? lastChange(body.last_serial) : body;
  }
});

describe('versions that an advisory affects', () => {
  let app: TestApp;
  let admin: ApiClient;
  const nodeId = 'warned';

  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.api.as(await new GivenRegistry(app).admin());
    const publishing = new Publishing(app);
    const team = await publishing.team();
    for (const version of ['0.9.0', '1.0.0', '1.2.1-beta.1', '1.2.1'])
      await publishing.publish(team, nodeId, version);
  });
  afterAll(() => app.stop());

  /** Ids of the advisories by version, as the three replies about single versions show them. */
  const warnings = async (...versions: string[]): Promise<unknown[]> => {
    const wanted = versions.map((version) => ({ node_id: nodeId, version }));
    const bulk = (await app.api.post('/bulk/nodes/versions', { node_versions: wanted })).body.node_versions;
    return Promise.all(
      versions.map(async (version, at) => {
        const one = (await app.api.get(`/nodes/${nodeId}/versions/${version}`)).body;
        const installed = (await app.api.get(`/nodes/${nodeId}/install?version=${version}`)).body;
        expect(installed.advisories).toEqual(one.advisories);
        expect(bulk[at].node_version.advisories).toEqual(one.advisories);
        return one.advisories;
      }),
    );
  };

  it('carry it in every reply about them, until it is withdrawn', async () => {
    const made = await admin.post('/admin/advisories', {
      node_id: nodeId,
      severity: 'critical',
      summary: HARM,
      introduced: '1.0.0',
      fixed: '1.2.1',
    });
    const { id } = made.body;
    const warning = { id, severity: 'critical', summary: HARM, fixed: '1.2.1' };
    expect(await warnings('0.9.0', '1.0.0', '1.2.1-beta.1', '1.2.1')).toEqual([
      undefined,
      [warning],
      [warning],
      undefined,
    ]);
    await admin.post(`/admin/advisories/${id}/withdraw`, { reason: 'It was a false alarm.' });
    expect(await warnings('1.0.0')).toEqual([undefined]);
    const [withdrawn] = (await app.api.get(`/nodes/${nodeId}/advisories`)).body.advisories;
    expect(withdrawn).toMatchObject({ id, withdrawal_reason: 'It was a false alarm.' });
    expect(withdrawn.withdrawn_at).not.toBeNull();
  });

  it('may be single ones, all up to a fix, or every one', async () => {
    const affected = async (fields: object): Promise<boolean[]> => {
      const body = { node_id: nodeId, severity: 'low', summary: HARM, ...fields };
      const { id } = (await admin.post('/admin/advisories', body)).body;
      const seen = await warnings('0.9.0', '1.0.0', '1.2.1');
      await admin.post(`/admin/advisories/${id}/withdraw`, { reason: 'Done.' });
      return seen.map((advisories) => advisories !== undefined);
    };
    expect(await affected({ versions: ['1.0'] })).toEqual([false, true, false]);
    expect(await affected({ versions: ['1.2.1'], fixed: '1.0.0' })).toEqual([true, false, true]);
    expect(await affected({ introduced: '1.0.0' })).toEqual([false, true, true]);
    expect(await affected({})).toEqual([true, true, true]);
  });
});
