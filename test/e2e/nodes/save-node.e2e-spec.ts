import { GivenRegistry } from '../../support/given-registry.js';
import { TestApp } from '../../support/test-app.js';

describe('PUT /publishers/:publisherId/nodes/:nodeId', () => {
  let app: TestApp;
  let given: GivenRegistry;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
  });
  afterAll(() => app.stop());

  it('creates a node named after its id, with every field of a node', async () => {
    const { id: publisherId, owner } = await given.publisher();
    const id = given.id('My.Node');
    const reply = await app.api.as(owner).put(`/publishers/${publisherId}/nodes/${id}`, {});
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      icon_path: '',
      banner_path: '',
      id,
      name: id,
      author: '',
      description: '',
      banner_url: '',
      icon: '',
      category: '',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      downloads: 0,
      github_stars: 0,
      license: '',
      rating: 0,
      repository: '',
      requires_trusted_publishing: false,
      search_ranking: 0,
      status: 'NodeStatusActive',
      status_detail: '',
      publisher: expect.objectContaining({ id: publisherId, status: 'PublisherStatusActive' }),
      preempted_app_node_names: [],
      supported_accelerators: [],
      supported_app_frontend_version: '',
      supported_app_version: '',
      supported_os: [],
      tags: [],
      tags_admin: [],
      translations: {},
    });
    expect((await app.api.get(`/nodes/${id}`)).body).toMatchObject({ id });
  });

  it('changes only the fields sent, whatever the letter case of the id', async () => {
    const { publisher, id, owner } = await given.node({
      fields: { description: 'first', tags: ['a', 'b'], author: 'Ada', supported_os: ['Linux'] },
    });
    const reply = await app.api.as(owner).put(`/publishers/${publisher.id}/nodes/${id.toUpperCase()}`, {
      description: 'second',
      author: null,
      tags: [],
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id,
      description: 'second',
      author: 'Ada',
      tags: [],
      supported_os: ['Linux'],
    });
  });

  it('takes its own answer back without a change, for the owner and for an admin', async () => {
    const { publisher, id, owner } = await given.node({
      fields: {
        name: 'Round trip',
        repository: 'https://github.com/a/b',
        translations: { 'pt-BR': { name: 'Volta' }, de: { description: 'hin und her', name: 'Rundreise' } },
        supported_accelerators: ['CUDA'],
      },
    });
    const admin = await given.admin();
    await app.api.as(admin).put(`/admin/nodes/${id}`, {
      tags_admin: ['checked'],
      search_ranking: 7,
      github_stars: 12,
      preempted_app_node_names: ['Load'],
      status_detail: 'seen',
    });
    for (const caller of [owner, admin]) {
      const before = await app.api.as(caller).get(`/nodes/${id}`);
      expect(before.body).toMatchObject({
        tags_admin: ['checked'],
        search_ranking: 7,
        status_detail: 'seen',
      });
      const feed = (await app.api.get('/changes?limit=1000')).body.last_serial;
      const put = await app.api.as(caller).put(`/publishers/${publisher.id}/nodes/${id}`, before.body);
      expect(put.status).toBe(200);
      expect(put.body).toEqual(before.body);
      expect((await app.api.get('/changes?limit=1000')).body.last_serial).toBe(feed);
    }
  });

  it.each([
    ['status', 'NodeStatusBanned'],
    ['status_detail', 'mine'],
    ['search_ranking', 1],
    ['tags_admin', ['fine']],
    ['preempted_app_node_names', ['KSampler']],
    ['github_stars', 5],
  ])('lets nobody but an admin change %s', async (field, value) => {
    const { publisher, id, owner } = await given.node();
    const target = `/publishers/${publisher.id}/nodes/${id}`;
    const refused = await app.api.as(owner).put(target, { name: 'x', [field]: value });
    expect(refused).toMatchObject({ status: 403, body: { error: 'admin_field_changed' } });
    expect(refused.body.message).toContain(field);
    const created = await app.api.as(owner).put(`${target}-new`, { [field]: value });
    expect(created.status).toBe(403);
    expect((await app.api.get(`/nodes/${id}-new`)).status).toBe(404);
    const allowed = await app.api
      .as(await given.admin())
      .put(target, { status_detail: 'mine', [field]: value });
    expect(allowed.status).toBe(200);
    expect(allowed.body[field]).toEqual(value);
  });

  it('shows the tags of admins to members and admins only', async () => {
    const { publisher, id, owner } = await given.node();
    const admin = await given.admin();
    await app.api.as(admin).put(`/admin/nodes/${id}`, { tags_admin: ['malware?'], reason: 'report 7' });
    const member = await given.member(publisher);
    const stranger = await app.caller();
    for (const inside of [owner, member, admin]) {
      expect((await app.api.as(inside).get(`/nodes/${id}`)).body.tags_admin).toEqual(['malware?']);
    }
    for (const outside of [app.api, app.api.as(stranger)]) {
      expect((await outside.get(`/nodes/${id}`)).body.tags_admin).toEqual([]);
      expect((await outside.get(`/nodes/search?search=${id}`)).body.nodes[0].tags_admin).toEqual([]);
    }
    const audit = await app.api.as(admin).get(`/admin/audit?target_id=${id}`);
    expect(audit.body.entries[0]).toMatchObject({
      action: 'node.update',
      reason: 'report 7',
      before: { tags_admin: [] },
      after: { tags_admin: ['malware?'] },
    });
  });

  it('answers an admin who deletes a node by its status with what became of it', async () => {
    const admin = app.api.as(await given.admin());
    const { publisher, id } = await given.node();
    const status = 'NodeStatusDeleted';
    const saved = await admin.put(`/publishers/${publisher.id}/nodes/${id}`, { status });
    expect(saved).toMatchObject({ status: 200, body: { id, status } });
    const made = await admin.post(`/publishers/${publisher.id}/nodes`, { id: given.id('gone'), status });
    expect(made).toMatchObject({ status: 201, body: { status } });
    expect((await app.api.get(`/nodes/${id}`)).status).toBe(404);
  });

  it('refuses the node of another publisher, and callers without rights', async () => {
    const { publisher, id } = await given.node();
    const other = await given.publisher();
    const taken = await app.api.as(other.owner).put(`/publishers/${other.id}/nodes/${id.toUpperCase()}`, {});
    expect(taken).toMatchObject({ status: 409, body: { error: 'node_taken' } });
    const stranger = await app.api.as(other.owner).put(`/publishers/${publisher.id}/nodes/${id}`, {});
    expect(stranger).toMatchObject({ status: 403, body: { error: 'not_a_member' } });
    expect((await app.api.put(`/publishers/${publisher.id}/nodes/${id}`, {})).status).toBe(401);
    expect((await app.api.as(other.owner).put('/publishers/no-such/nodes/x1', {})).status).toBe(404);
    const bound = await app.caller({ publisherId: other.id });
    expect((await app.api.as(bound).put(`/publishers/${publisher.id}/nodes/${id}`, {})).body.error).toBe(
      'token_bound_elsewhere',
    );
  });

  it.each([
    ['-starts-with-a-dash'],
    ['ends.'],
    ['with%20blank'],
    ['kn%C3%B6ten'],
    ['zero%E2%80%8Bwidth'],
    ['search'],
    ['NULL'],
    ['x'.repeat(101)],
    ['a%00b'],
  ])('refuses the id %s', async (id) => {
    const { id: publisherId, owner } = await given.publisher();
    const reply = await app.api.as(owner).put(`/publishers/${publisherId}/nodes/${id}`, {});
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain('nodeId');
  });

  it.each([
    ['name', 'gpj\u202Eexe', 'U+202E'],
    ['name', 'a\u200Bb', 'U+200B'],
    ['name', 7, 'string'],
    ['author', 'two\nlines', 'U+000A'],
    ['repository', 'javascript:alert(1)', 'http'],
    ['repository', 'github.com/a/b', 'http'],
    ['repository', `https://example.com/${'x'.repeat(2_050)}`, '2048'],
    ['description', 'x'.repeat(20_001), '20000'],
    ['description', 'nul\u0000', 'NUL'],
    ['tags', 'image', 'list'],
    ['tags', [7], 'list'],
    ['tags', ['ok', 'a\u200Bb'], 'U+200B'],
    ['supported_os', ['Linux', ' '], 'visible'],
    ['supported_os', ['Li\u200Bnux'], 'U+200B'],
    ['supported_accelerators', [''], 'visible'],
    ['tags', ['\u202Egpj.exe'], 'U+202E'],
    ['tags', ['two\nlines'], 'U+000A'],
    ['tags', [''], 'visible'],
    ['tags', ['ok', ' '], 'visible'],
    ['tags', ['x'.repeat(101)], '100'],
    ['tags', Array.from({ length: 101 }, (_, at) => `t${at}`), '100'],
    ['supported_os', { os: 'Linux' }, 'list'],
    ['translations', { deutsch_de: {} }, 'BCP 47'],
    ['status', 'active', 'NodeStatusActive'],
    ['search_ranking', 1.5, 'whole'],
    ['search_ranking', '1', 'whole'],
    ['github_stars', -1, 'whole'],
  ])('refuses %s %p', async (field, value, rule) => {
    const { publisher, id, owner } = await given.node();
    const reply = await app.api.as(owner).put(`/publishers/${publisher.id}/nodes/${id}`, { [field]: value });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain(field);
    expect(reply.body.message).toContain(rule);
  });

  it.each(['🌀', 'images/icon.jpg', 'javascript:alert(1)', 'ftp://example.com/i.png', 7])(
    'drops %p as a picture, says so, and takes the rest',
    async (picture) => {
      const before = { icon: 'https://example.com/i.png', banner_url: 'https://example.com/b.png' };
      const { publisher, id, owner } = await given.node({ fields: before });
      const fields = { icon: picture, banner_url: picture, description: 'Rest.' };
      const saved = await app.api.as(owner).put(`/publishers/${publisher.id}/nodes/${id}`, fields);
      expect(saved).toMatchObject({ status: 200, body: { ...before, description: 'Rest.' } });
      expect(saved.headers.get('x-ignored-fields')).toBe('banner_url, icon');
      const made = await app.api
        .as(owner)
        .post(`/publishers/${publisher.id}/nodes`, { id: `${id}-made`, ...fields });
      expect(made).toMatchObject({ status: 201, body: { icon: '', description: 'Rest.' } });
      expect(made.headers.get('x-ignored-fields')).toBe('banner_url, icon');
    },
  );

  it('takes blank texts as absent, in PUT and POST; an admin clears them so', async () => {
    const texts = {
      name: 'Named',
      author: 'Ada',
      description: 'What it does.',
      banner_url: 'https://example.com/b.png',
      icon: 'https://example.com/i.png',
      category: 'image',
      license: 'LICENSE',
      repository: 'https://example.com/repository',
      supported_app_version: '>=1',
      supported_app_frontend_version: '>=2',
    };
    const { publisher, id, owner } = await given.node({ fields: texts });
    const blanks = Object.fromEntries(Object.keys(texts).map((name) => [name, '']));
    const target = `/publishers/${publisher.id}/nodes`;
    for (const blank of ['', ' \t', '\u200B']) {
      const sent = { ...blanks, name: blank, author: blank, icon: blank, description: blank };
      const saved = await app.api.as(owner).put(`${target}/${id}`, sent);
      expect(saved).toMatchObject({ status: 200, body: texts });
      expect(saved.headers.get('x-ignored-fields')).toBeNull();
    }
    const made = await app.api.as(owner).post(target, { id: `${id}-blank`, ...blanks });
    expect(made).toMatchObject({ status: 201, body: { name: `${id}-blank`, author: '', description: '' } });
    const cleared = await app.api.as(await given.admin()).put(`/admin/nodes/${id}`, blanks);
    expect(cleared).toMatchObject({ status: 200, body: { ...blanks, name: 'Named' } });
  });

  it('takes tags in any script, with emoji', async () => {
    const tags = ['画像', 'עברית', '👩‍🚀 tools', 'a b', "it's"];
    const { publisher, id, owner } = await given.node();
    const reply = await app.api.as(owner).put(`/publishers/${publisher.id}/nodes/${id}`, { tags });
    expect([reply.status, reply.body.tags]).toEqual([200, tags]);
  });

  it('refuses tags of admins that hide characters too', async () => {
    const { publisher, id } = await given.node();
    const admin = app.api.as(await given.admin());
    const reply = await admin.put(`/publishers/${publisher.id}/nodes/${id}`, { tags_admin: ['a\u2066b'] });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toMatch(/^tags_admin .*U\+2066/);
  });

  it('names every wrong field at once, and unknown ones in a header', async () => {
    const { publisher, id, owner } = await given.node();
    const target = `/publishers/${publisher.id}/nodes/${id}`;
    const wrong = await app.api.as(owner).put(target, { name: 7, repository: 'x', tags: 1 });
    for (const field of ['name', 'repository', 'tags']) expect(wrong.body.message).toContain(field);
    const typo = await app.api.as(owner).put(target, { descripton: 'x' });
    expect(typo.status).toBe(200);
    expect(typo.headers.get('x-ignored-fields')).toBe('descripton');
  });

  it('records each change for mirrors and finds the node by what it says now', async () => {
    const { publisher, id, owner } = await given.node({ fields: { description: 'quokkaword' } });
    const since = (await app.api.get('/changes?limit=1000')).body.last_serial;
    expect((await app.api.get('/nodes/search?search=quokkaword')).body.total).toBe(1);
    await app.api.as(owner).put(`/publishers/${publisher.id}/nodes/${id}`, { description: 'wombatword' });
    expect((await app.api.get('/nodes/search?search=quokkaword')).body.total).toBe(0);
    expect((await app.api.get('/nodes/search?search=wombatword')).body.nodes[0].id).toBe(id);
    const { changes } = (await app.api.get(`/changes?since=${since}`)).body;
    expect(changes).toMatchObject([
      { kind: 'node', action: 'upsert', node_id: id, publisher_id: publisher.id },
    ]);
  });

  it('lets fifty concurrent calls create one node', async () => {
    const { id: publisherId, owner } = await given.publisher();
    const id = given.id('race');
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        app.api
          .as(owner)
          .put(`/publishers/${publisherId}/nodes/${at % 2 ? id : id.toUpperCase()}`, { category: `c${at}` }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await app.api.get(`/publishers/${publisherId}/nodes`)).body).toHaveLength(1);
  });
});
