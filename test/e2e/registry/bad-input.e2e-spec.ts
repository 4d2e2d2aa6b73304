import { GivenRegistry, type GivenNode } from '../../support/given-registry.js';
import { Publishing } from '../../support/publishing.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';

const INVALID = { status: 400, body: { error: 'invalid_request' } };
/** Texts that mean something to SQL, to tsquery, to LIKE or to a path. */
const METACHARACTERS = [
  "'; drop table nodes; --",
  "x' or '1'='1",
  'a & !b | (c <-> d):*',
  '%_%',
  '\\',
  '$1',
  '../../etc/passwd',
  '\u202Egpj.exe',
  'zero\u200Bwidth',
  '𝕏'.repeat(20),
];

describe('what the registry cannot take', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let admin: ApiClient;
  let node: GivenNode;
  let owner: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    admin = app.api.as(await given.admin());
    node = await given.node();
    owner = app.api.as(node.owner);
    await new Publishing(app).publish(node.publisher, node.id, '1.0.0');
  });
  afterAll(() => app.stop());

  const own = (rest = '') => `/publishers/${node.publisher.id}/nodes/${node.id}${rest}`;
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

  describe('in a filter', () => {
    it.each([
      ['/app-nodes?node_version=x', 'node_version must be a semantic version'],
      ['/app-nodes?node_version=v1.0.0', 'node_version must be a semantic version'],
      ['/app-nodes?page=0', 'page must be'],
      ['/app-nodes?limit=101', 'limit must be'],
      ['/publishers?page=0', 'page must be'],
      ['/publishers?limit=101', 'limit must be'],
      ['/nodes/NODE/versions?statuses=Active', 'statuses must be'],
      ['/changes?since=1e3', 'since must be'],
      ['/changes?since=9223372036854775808', 'since must be'],
      ['/changes?limit=0', 'limit must be'],
      ['/publishers/validate', 'username'],
    ])('refuses %s and says why', async (target, rule) => {
      const reply = await app.api.get(target.replace('NODE', node.id));
      expect(reply).toMatchObject(INVALID);
      expect(reply.body.message).toContain(rule);
    });

    it.each([
      ['/tasks?kind=bad', 'kind must be one of'],
      ['/tasks?status=bad', 'status must be one of'],
      ['/tasks?cursor=7', 'cursor must be'],
      ['/admin/audit?target_kind=bad', 'target_kind must be one of'],
      ['/admin/audit?cursor=7', 'cursor must be'],
      ['/admin/users?page=0', 'page must be'],
      ['/versions?statuses=bad', 'statuses must be'],
    ])('refuses %s and says why, to an admin', async (target, rule) => {
      const reply = await admin.get(target);
      expect(reply).toMatchObject(INVALID);
      expect(reply.body.message).toContain(rule);
    });

    it.each(['/nodes/search', '/app-nodes', '/publishers'])(
      'refuses deep pages of %s and points to the feed',
      async (target) => {
        expect((await app.api.get(`${target}?page=100&limit=100`)).status).toBe(200);
        for (const page of ['page=101&limit=100', 'page=501', 'page=2147483647']) {
          const reply = await app.api.get(`${target}?${page}`);
          expect(reply).toMatchObject(INVALID);
          expect(reply.body.message).toMatch(/^page .*\/changes/);
        }
      },
    );

    it('answers pages after the last one of all nodes, and of a publisher, with nothing', async () => {
      for (const page of ['page=101&limit=100', 'page=2147483647']) {
        expect((await app.api.get(`/nodes?${page}`)).body.nodes).toEqual([]);
        expect((await app.api.get(`/publishers/${node.publisher.id}/nodes?${page}`)).body).toEqual([]);
      }
    });

    it.each(['/versions', '/admin/users'])('refuses deep pages of %s', async (list) => {
      expect((await admin.get(`${list}?page=100&limit=100`)).status).toBe(200);
      for (const page of ['page=101&limit=100', 'page=501', 'page=2147483647']) {
        const reply = await admin.get(`${list}?${page}`);
        expect(reply).toMatchObject(INVALID);
        expect(reply.body.message).toMatch(/^page /);
      }
    });

    it('takes blank filters as absent ones', async () => {
      const all = (await app.api.get('/app-nodes')).body;
      expect(all.total).toBe(1);
      expect((await app.api.get('/app-nodes?node_id=&node_version=&app_node_name=')).body).toEqual(all);
      expect((await app.api.get(`/nodes/${node.id}/install?version=`)).body.version).toBe('1.0.0');
      const nodes = (await app.api.get('/nodes?publisher_id=&tag=&supported_os=')).body;
      expect(nodes.total).toBeGreaterThan(0);
    });

    it('names unknown parameters in a header and ignores them', async () => {
      for (const target of ['/app-nodes', '/nodes', '/publishers', `/nodes/${node.id}/versions`]) {
        const reply = await app.api.get(`${target}?nodeId=x&locale=de`);
        expect(reply.status).toBe(200);
        expect(reply.headers.get('x-ignored-fields')).toBe('nodeId, locale');
      }
    });

    it.each(METACHARACTERS)('finds nothing by %p, and breaks nothing', async (text) => {
      for (const target of [
        `/nodes?${query({ tag: text })}`,
        `/nodes?${query({ publisher_id: text.slice(0, 20) })}`,
        `/app-nodes?${query({ node_id: text })}`,
        `/app-nodes?${query({ app_node_name: text })}`,
      ]) {
        expect(await app.api.get(target)).toMatchObject({ status: 200, body: { total: 0 } });
      }
      const checked = await app.api.get(`/publishers/validate?${query({ username: text })}`);
      expect(checked.body.isAvailable).toBe(false);
      expect((await app.api.get('/nodes')).body.total).toBeGreaterThan(0);
    });
  });

  describe('in a path', () => {
    it.each(METACHARACTERS)('does not know %p', async (text) => {
      const id = encodeURIComponent(text);
      for (const target of [
        `/nodes/${id}`,
        `/nodes/${id}/versions`,
        `/nodes/${node.id}/versions/${id}`,
        `/nodes/${node.id}/versions/${id}/archive`,
        `/app-nodes/${id}/node`,
        `/publishers/${id}`,
        `/publishers/${id}/members`,
        `/publishers/${id}/nodes`,
      ]) {
        expect((await app.api.get(target)).status).toBe(404);
      }
    });

    it.each(['/nodes/%', '/nodes/%E0%A4%A', '/publishers/%FF', `/nodes/${'x'.repeat(101)}`, '/nodes/a%00b'])(
      'refuses %s',
      async (target) => {
        expect(await app.api.get(target)).toMatchObject(INVALID);
      },
    );

    it('refuses ids of members, tokens and users that are no UUIDs', async () => {
      const team = `/publishers/${node.publisher.id}`;
      for (const reply of [
        await owner.delete(`${team}/members/7`),
        await owner.post(`${team}/members/7/accept`),
        await owner.delete(`${team}/tokens/7`),
        await owner.delete('/users/tokens/7'),
        await admin.put('/admin/users/7', { isApproved: true }),
      ]) {
        expect(reply).toMatchObject(INVALID);
        expect(reply.body.message).toContain('UUID');
      }
    });
  });

  describe('in a body', () => {
    const publish = (nodeVersion: unknown, rest: object = {}): Promise<Reply> =>
      owner.post(own('/versions'), { node_version: nodeVersion, ...rest });

    it.each([
      [{ version: '1.0.1', changelog: 'x'.repeat(20_001) }, 'node_version.changelog'],
      [{ version: '1.0.1', changelog: 'nul\u0000' }, 'node_version.changelog'],
      [
        { version: '1.0.1', changelog: 'Now \u202Elive' },
        'node_version.changelog must not contain invisible, control or text-direction characters (U+202E)',
      ],
      [{ version: '1.0.1', changelog: 7 }, 'node_version.changelog'],
      [{ version: '1.0.1', deprecated: 'true' }, 'node_version.deprecated'],
      [{ version: '1.0.1', dependencies: 'numpy' }, 'node_version.dependencies'],
      [
        { version: '1.0.1', dependencies: ['torch', 'num\u202Eyp'] },
        'node_version.dependencies must not contain invisible, control or text-direction characters (U+202E)',
      ],
      [{ version: '1.0.1', supported_app_version: '>=\u202E2.1' }, 'supported_app_version must not contain'],
      [
        { version: '1.0.1', supported_app_frontend_version: '\u0007' },
        'supported_app_frontend_version must not contain',
      ],
      [{ version: '1.0.1', tags: [7] }, 'node_version.tags'],
      [{ version: '1.0.1', tags: ['zero\u200Bwidth'] }, 'node_version.tags must not contain invisible'],
      [{ version: '1.0.1', tags: ['\u202Egpj.exe'] }, 'node_version.tags must not contain invisible'],
      [{ version: '1.0.1', tags: [' '] }, 'node_version.tags must be'],
      [{ version: '1.0.1\u200B' }, 'node_version.version'],
      [{ version: '\u202E1.0.1' }, 'node_version.version'],
      [{ version: '１.０.１' }, 'node_version.version'],
      [{ version: '99999999999999999999.0.0' }, 'node_version.version'],
      [{ version: `1.0.0-${'a'.repeat(100)}` }, 'node_version.version'],
      [{}, 'node_version.version'],
      [undefined, 'node_version'],
      [[], 'node_version'],
      ['1.0.1', 'node_version'],
    ])('refuses the version %j', async (version, field) => {
      const reply = await publish(version);
      expect(reply).toMatchObject(INVALID);
      expect(reply.body.message).toContain(field);
    });

    it('refuses characters that hide or turn what people read, and takes right-to-left scripts', async () => {
      const team = `/publishers/${node.publisher.id}`;
      const refused: [string, object, string][] = [
        [own(), { description: 'The \u202Elive\u202C one' }, 'description must not contain invisible'],
        [own(), { description: 'red \u001B[31m' }, '(U+001B)'],
        [own(), { supported_app_version: '>=\u202E2.1' }, 'supported_app_version must not contain invisible'],
        [
          own(),
          { supported_app_frontend_version: '\u0007' },
          'supported_app_frontend_version must not contain',
        ],
        [own(), { translations: { de: { description: 'a\u2067b' } } }, '(U+2067) in "de.description"'],
        [team, { description: 'hidden \u{E0041}' }, 'description must not contain invisible'],
        [own('/versions/1.0.0'), { changelog: '\u2066x' }, 'changelog must not contain invisible'],
      ];
      for (const [target, body, rule] of refused) {
        const reply = await owner.put(target, body);
        expect(reply).toMatchObject(INVALID);
        expect(reply.body.message).toContain(rule);
      }
      const description = 'צומת \u200F(1)\u200F\r\n\tשורה 👩‍🚀';
      const taken = await owner.put(own(), { description });
      expect(taken).toMatchObject({ status: 200, body: { description } });
    });

    it('refuses a bad node beside a good version, and makes neither', async () => {
      const target = `/publishers/${node.publisher.id}/nodes/never-made/versions`;
      const body = {
        node: { name: 'a\u202Eb', repository: 'javascript:alert(1)' },
        node_version: { version: '1.0.0' },
      };
      const reply = await owner.post(target, body);
      expect(reply).toMatchObject(INVALID);
      expect(reply.body.message).toContain('node.name');
      expect(reply.body.message).toContain('node.repository');
      expect((await app.api.get('/nodes/never-made')).status).toBe(404);
    });

    it('refuses a huge changelog of a version that exists, keeps the largest, and 413 above 2 MB', async () => {
      const send = (changelog: unknown) => owner.put(own('/versions/1.0.0'), { changelog });
      const refused = await send('x'.repeat(20_001));
      expect(refused).toMatchObject(INVALID);
      expect(refused.body.message).toContain('changelog');
      // Counted as people count, not as UTF-16 does.
      const largest = '🎨'.repeat(20_000);
      expect((await send(largest)).body.changelog).toBe(largest);
      expect(await send('x'.repeat(2_100_000))).toMatchObject({ status: 413 });
      expect(await send(['x'])).toMatchObject(INVALID);
      expect((await owner.get(`/nodes/${node.id}/versions/1.0.0`)).body.changelog).toBe(largest);
    });

    it.each([
      ['javascript:alert(1)'],
      [' java\nscript:alert(1)'],
      ['data:text/html,<script>alert(1)</script>'],
      ['file:///etc/passwd'],
      ['vbscript:x'],
    ])('refuses %p wherever a link is shown', async (link) => {
      for (const field of ['logo', 'website', 'source_code_repo', 'support']) {
        const reply = await owner.put(`/publishers/${node.publisher.id}`, { [field]: link });
        expect(reply).toMatchObject(INVALID);
        expect(reply.body.message).toContain(field);
      }
      const reply = await owner.put(own(), { repository: link });
      expect(reply).toMatchObject(INVALID);
      expect(reply.body.message).toContain('repository');
      const saved = await owner.put(own(), { icon: link, banner_url: link });
      expect(saved).toMatchObject({ status: 200, body: { icon: '', banner_url: '' } });
    });

    it('takes the addresses that people give for code and help', async () => {
      for (const address of [
        'https://github.com/team/repo',
        'github.com/team/repo',
        'git@github.com:team/repo.git',
        'help@example.com',
        'mailto:help@example.com',
        '',
      ]) {
        const fields = { source_code_repo: address, support: address };
        const reply = await owner.put(`/publishers/${node.publisher.id}`, fields);
        expect(reply).toMatchObject({ status: 200, body: fields });
      }
    });

    it.each([
      ['/publishers', { id: 'team-of-constructors', name: { constructor: 1 } }, 'name'],
      ['/publishers', { id: 'team-of-constructors', name: [{ constructor: null }] }, 'name'],
      ['/bulk/nodes/versions', { node_versions: { constructor: 1 } }, 'node_versions'],
      ['/bulk/nodes/versions', { node_versions: [[{ constructor: 1 }]] }, 'node_versions'],
    ])('refuses objects that name a constructor of their own: %s %j', async (target, body, field) => {
      const reply = await owner.post(target, body);
      expect(reply).toMatchObject(INVALID);
      expect(reply.body.message).toContain(`${field} must be`);
    });

    it('names the entry of a bulk look-up that is wrong', async () => {
      const send = (wanted: unknown) => app.api.post('/bulk/nodes/versions', { node_versions: wanted });
      const reply = await send([{ node_id: node.id, version: '1.0.0' }, { node_id: node.id }]);
      expect(reply).toMatchObject(INVALID);
      expect(reply.body.message).toContain('node_versions[1].version');
      for (const wanted of [[], ['x'], 'x', null, undefined]) {
        expect(await send(wanted)).toMatchObject(INVALID);
      }
    });

    it('answers odd texts in a bulk look-up as what is not found', async () => {
      const wanted = METACHARACTERS.map((text) => ({ node_id: text, version: text }));
      const { status, body } = await app.api.post('/bulk/nodes/versions', { node_versions: wanted });
      expect(status).toBe(200);
      expect(body.node_versions.map((one: { status: string }) => one.status)).toEqual(
        wanted.map(() => 'not_found'),
      );
    });
  });
});
