import { DataSource } from 'typeorm';
import { nodeListStatement } from '../../../libs/registry/nodes/src/node-list.repository.js';
import { contractProblem } from '../../support/api-contract.js';
import { GivenRegistry } from '../../support/given-registry.js';
import { TestApp } from '../../support/test-app.js';

const FIRST_PAGE = { page: 1, limit: 20, offset: 0, after: undefined, counted: undefined };

const idsOf = (body: { nodes: { id: string }[] }): string[] => body.nodes.map(({ id }) => id);

describe('reading nodes', () => {
  let app: TestApp;
  let given: GivenRegistry;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
  });
  afterAll(() => app.stop());

  describe('GET /nodes/:nodeId', () => {
    it('answers everyone, whatever the letter case, with the publisher and no e-mail', async () => {
      const { id, publisher, owner } = await given.node({ id: given.id('Case.Kept') });
      const reply = await app.api.get(`/nodes/${id.toLowerCase()}`);
      expect(reply).toMatchObject({ status: 200, body: { id, publisher: { id: publisher.id } } });
      expect(reply.body.publisher.members).toEqual([
        { id: expect.any(String), role: 'owner', user: { id: owner.user.id, name: owner.user.name } },
      ]);
      const own = await app.api.as(owner).get(`/nodes/${id}`);
      expect(own.body.publisher.members[0].user.email).toBe(owner.user.email);
    });

    it('sends a strong tag and answers 304 for it, until the node changes', async () => {
      const { id, publisher, owner } = await given.node();
      const first = await app.api.get(`/nodes/${id}`);
      const tag = first.headers.get('etag')!;
      expect(tag).toMatch(/^"[^"]+"$/);
      expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
      const headers = { 'If-None-Match': tag };
      expect(await app.api.get(`/nodes/${id}`, { headers })).toMatchObject({
        status: 304,
        bytes: Buffer.alloc(0),
      });
      await app.api.as(owner).put(`/publishers/${publisher.id}/nodes/${id}`, { name: 'New' });
      expect((await app.api.get(`/nodes/${id}`, { headers })).status).toBe(200);
      expect((await app.api.as(owner).get(`/nodes/${id}`)).headers.get('cache-control')).toContain('private');
    });

    it.each(["x' or '1'='1", 'no-such-node', '..%2F..%2Fetc', '%F0%9F%8E%A8'])(
      'does not know %s',
      async (id) => {
        expect(await app.api.get(`/nodes/${id}`)).toMatchObject({ status: 404 });
      },
    );

    it('refuses an id that no node can have by its length, and a bad token', async () => {
      expect((await app.api.get(`/nodes/${'x'.repeat(101)}`)).status).toBe(400);
      const { id } = await given.node();
      expect((await app.api.as('atl_wrong').get(`/nodes/${id}`)).status).toBe(401);
    });
  });

  describe('GET /nodes', () => {
    it('pages by id and filters by publisher, tag, system and accelerator', async () => {
      const publisher = await given.publisher();
      const tag = given.id('tag');
      const make = (fields: Record<string, unknown>) => given.node({ publisher, fields });
      const linux = await make({ tags: [tag], supported_os: ['Linux'], supported_accelerators: ['CUDA'] });
      const windows = await make({ tags: [tag, 'x'], supported_os: ['Windows 10'] });
      const any = await make({ supported_accelerators: ['ROCm'] });
      const of = `publisher_id=${publisher.id}`;
      const list = async (query: string): Promise<string[]> =>
        idsOf((await app.api.get(`/nodes?${of}&${query}`)).body);
      const all = [linux.id, windows.id, any.id].sort();
      expect(await list('')).toEqual(all);
      expect(await list('limit=2&page=1')).toEqual(all.slice(0, 2));
      expect(await list('limit=2&page=2')).toEqual(all.slice(2));
      expect(await list('limit=2&page=3')).toEqual([]);
      expect(await list(`tag=${tag}`)).toEqual([linux.id, windows.id].sort());
      expect(await list(`id_prefix=${linux.id.toUpperCase()}`)).toEqual([linux.id]);
      expect(await list('id_prefix=n%25')).toEqual([]);
      expect(await list('supported_os=win32')).toEqual([windows.id, any.id].sort());
      expect(await list('supported_accelerator=cuda')).toEqual([linux.id, windows.id].sort());
      expect((await app.api.get(`/nodes?${of}&limit=2`)).body).toMatchObject({
        page: 1,
        limit: 2,
        total: 3,
        totalPages: 2,
      });
      const own = await app.api.get(`/publishers/${publisher.id}/nodes?limit=2`);
      expect(own.body.map((node: { id: string }) => node.id)).toEqual(all.slice(0, 2));
      expect(own.headers.get('x-total-count')).toBe('3');
      const next = /<([^>]+)>; rel="next"/.exec(own.headers.get('link') ?? '')?.[1] ?? '';
      expect((await app.api.get(next)).body).toMatchObject([{ id: all[2] }]);
      expect((await app.api.get('/publishers/no-such/nodes')).status).toBe(404);
    });

    it('reads the page and the total in one scan of the nodes', async () => {
      const filter = {
        statuses: ['NodeStatusActive'] as const,
        showsHidden: false,
        needsReview: false,
      };
      for (const platform of [{}, { supportedOs: 'Linux' }, { tag: 'x' }]) {
        const { text, parameters } = nodeListStatement({ ...filter, ...platform }, FIRST_PAGE);
        const plan = await app.get(DataSource).query(`explain (format json) ${text}`, parameters);
        expect(JSON.stringify(plan).match(/"Relation Name":"nodes"/gu)).toHaveLength(1);
      }
    });

    it.each([
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['page=1.5', 'page'],
      ['page=x', 'page'],
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['status=active', 'status'],
      ['needs_review=yes', 'needs_review'],
    ])('refuses %s', async (query, field) => {
      for (const list of ['/nodes', '/nodes/search']) {
        if (list === '/nodes/search' && !/page|limit/.test(field)) continue;
        const reply = await app.api.get(`${list}?${query}`);
        expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
        expect(reply.body.message).toContain(field);
      }
    });

    it('points past row 10,000 of a search to the feed', async () => {
      expect((await app.api.get('/nodes/search?page=100&limit=100')).status).toBe(200);
      const deep = await app.api.get('/nodes/search?page=101&limit=100');
      expect(deep.status).toBe(400);
      expect(deep.body.message).toContain('/changes');
      expect((await app.api.get('/nodes/search?page=2147483647')).status).toBe(400);
    });

    it("counts all of a publisher's nodes, and has pages to the last", async () => {
      const publisher = await given.publisher();
      await app.get(DataSource).query(
        `insert into nodes (id, id_key, look_alike_key, publisher_id, name)
         select id, id, id, $1, id from (select 'crowd-' || n as id from generate_series(1, 10001) n) crowd`,
        [publisher.id],
      );
      const page = await app.api.get(`/nodes?publisher_id=${publisher.id}&page=101&limit=100`);
      expect(page.body).toMatchObject({ total: 10_001, totalPages: 101, nodes: [{}] });
      expect(page.headers.get('x-total-exact')).toBe('true');
      const array = await app.api.get(`/publishers/${publisher.id}/nodes?page=101&limit=100`);
      expect(array.body).toHaveLength(1);
      expect(array.headers.get('x-total-count')).toBe('10001');
      expect(array.headers.get('link')).toContain('page=101>; rel="last"');
      for (const list of ['/nodes', `/publishers/${publisher.id}/nodes`])
        expect((await app.api.get(`${list}?page=2147483647`)).status).toBe(200);
    });

    it('keeps the filters of admins to admins', async () => {
      const stranger = await app.caller();
      for (const query of ['include_banned=true', 'status=NodeStatusDeleted', 'needs_review=true']) {
        expect((await app.api.get(`/nodes?${query}`)).status).toBe(401);
        expect((await app.api.as(stranger).get(`/nodes?${query}`)).status).toBe(403);
        expect((await app.api.as(await given.admin()).get(`/nodes?${query}`)).status).toBe(200);
      }
    });

    it.each(['/nodes', '/nodes/search'])(
      'tells who asks %s for banned nodes how to show a token',
      async (list) => {
        const reply = await app.api.get(`${list}?include_banned=true`);
        expect(reply).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
        expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
        expect(contractProblem(`GET ${list}`, reply)).toBeUndefined();
      },
    );
  });
});
