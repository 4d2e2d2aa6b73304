import { nodeListStatement } from '../../../libs/registry/nodes/src/node-list.repository.js';
import { GivenRegistry } from '../../support/given-registry.js';
import { TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';

const NODES = 12_345;
const LIMIT = 100;
/** What a page reads beside its own rows: the blocks, and at most one block of rows before it. */
const BUFFERS_OF_A_BLOCK = 400;

const PUBLIC_LIST = {
  statuses: ['NodeStatusActive'],
  showsHidden: false,
  needsReview: false,
} as const;

describe('the pages of all nodes', () => {
  let app: TestApp;
  let given: GivenRegistry;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    given = new GivenRegistry(app);
    await sql(`insert into publishers (id, name) select 'crowd-' || n, 'Crowd' from generate_series(0, 9) n`);
    await sql(
      `insert into nodes (id, id_key, look_alike_key, publisher_id, name)
       select id, id, id, 'crowd-' || n % 10, id
         from (select n, 'crowd-' || md5(n::text) as id from generate_series(1, ${NODES}) n) crowd`,
    );
    await sql('analyze');
  });
  afterAll(() => app.stop());

  const sql = <Row>(statement: string): Promise<Row[]> => rowsOf<Row & object>(app.databaseUrl, statement);
  const page = async (number: number, limit = LIMIT) =>
    (await app.api.get(`/nodes?page=${number}&limit=${limit}`)).body;

  it('give a client that counts pages every node exactly once', async () => {
    const seen: string[] = [];
    for (let number = 1, pages = 1; number <= pages; number += 1) {
      const { nodes, total, totalPages } = await page(number);
      expect({ total, totalPages }).toEqual({ total: NODES, totalPages: Math.ceil(NODES / LIMIT) });
      pages = totalPages;
      seen.push(...nodes.map(({ id }: { id: string }) => id));
    }
    const all = await sql<{ id: string }>('select id from nodes order by id_key');
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('say that their total is exact, and end with an empty page', async () => {
    const reply = await app.api.get(`/nodes?page=5000&limit=${LIMIT}`);
    expect(reply).toMatchObject({ status: 200, body: { nodes: [], total: NODES, next_cursor: null } });
    expect(reply.headers.get('x-total-exact')).toBe('true');
  });

  it('keep a true total while nodes come, go and are hidden', async () => {
    const total = async () => (await page(1, 1)).total as number;
    const admin = app.api.as(await given.admin());
    const { id, publisher, owner } = await given.node();
    expect(await total()).toBe(NODES + 1);
    await app.api.as(owner).delete(`/publishers/${publisher.id}/nodes/${id}`);
    expect(await total()).toBe(NODES);
    await app.api.as(owner).put(`/publishers/${publisher.id}/nodes/${id}`, {});
    expect(await total()).toBe(NODES + 1);
    await admin.post(`/nodes/${id}/ban`, { reason: 'test' });
    expect(await total()).toBe(NODES);
    await admin.post('/publishers/crowd-3/ban', { reason: 'test' });
    const [own] = await sql<{ count: number }>(
      `select count(*)::int as count from nodes where publisher_id = 'crowd-3'`,
    );
    expect(await total()).toBe(NODES - (own?.count ?? 0));
    const last = await page(Math.ceil((NODES - (own?.count ?? 0)) / LIMIT));
    expect(last.nodes).toHaveLength((NODES - (own?.count ?? 0)) % LIMIT);
    await admin.post('/publishers/crowd-3/unban', { reason: 'test' });
    expect(await total()).toBe(NODES);
  });

  it('count nodes and a ban of their publisher that happen at the same moment', async () => {
    const { publisher } = await given.node();
    const before = (await page(1, 1)).total as number;
    await Promise.all([
      ...Array.from({ length: 10 }, (_, at) =>
        sql(
          `insert into nodes (id, id_key, look_alike_key, publisher_id, name)
           values ('meanwhile-${at}', 'meanwhile-${at}', 'x', '${publisher.id}', 'x')`,
        ),
      ),
      app.api.as(await given.admin()).post(`/publishers/${publisher.id}/ban`, { reason: 'test' }),
    ]);
    expect((await page(1, 1)).total).toBe(before - 1);
    await sql(`update nodes set status = 'NodeStatusDeleted' where publisher_id = '${publisher.id}'`);
    expect((await page(1, 1)).total).toBe(before - 1);
  });

  it('count and reach all nodes of a filter', async () => {
    const last = await app.api.get(`/nodes?id_prefix=crowd-&page=${Math.ceil(NODES / LIMIT)}&limit=${LIMIT}`);
    expect(last.body).toMatchObject({ total: NODES, totalPages: Math.ceil(NODES / LIMIT) });
    expect(last.body.nodes).toHaveLength(NODES % LIMIT);
  });

  it('of other lists go on by cursor after row 10,000, and say so to a client that counts pages', async () => {
    await sql(
      `insert into node_versions (id, node_id, version, sort_key, is_prerelease, status, upload_deadline)
       select uuidv7(), id, '1.0.0', '1', false, 'NodeVersionStatusActive', now() from nodes where id like 'crowd-%'`,
    );
    await sql(`update nodes set latest_version_id = v.id from node_versions v where v.node_id = nodes.id`);
    await sql(
      `insert into app_nodes (node_version_id, name, input_types) select id, node_id, '{}' from node_versions`,
    );
    await sql(
      `insert into publishers (id, name) select 'many-' || n, 'x' from generate_series(1, ${NODES}) n`,
    );
    const [{ publishers } = { publishers: 0 }] = await sql<{ publishers: number }>(
      'select count(*)::int as publishers from publishers',
    );
    const seen = { appNodes: new Set(), publishers: new Set() };
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await app.api.get(`/app-nodes?limit=100${cursor && `&cursor=${cursor}`}`);
      for (const { app_node_name: name } of body.app_nodes) seen.appNodes.add(name);
      cursor = body.next_cursor as string | null;
    }
    for (let next: string | undefined = '/publishers?limit=100'; next !== undefined;) {
      const { body, headers } = await app.api.get(next);
      for (const { id } of body) seen.publishers.add(id);
      next = /<[^>]*?(\/publishers[^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect([seen.appNodes.size, seen.publishers.size]).toEqual([NODES, publishers]);

    const admin = app.api.as(await given.admin());
    for (const limit of [100, 30]) {
      const { totalPages } = (await admin.get(`/versions?limit=${limit}`)).body;
      const end = await admin.get(`/versions?limit=${limit}&page=${totalPages}`);
      expect(end).toMatchObject({ status: 400, body: { message: expect.stringContaining('next_cursor') } });
    }
  });

  it('read a block of rows at most before their own, however deep', async () => {
    const first = await buffersOf(0);
    for (const offset of [NODES / 4, NODES / 2, NODES - LIMIT])
      expect(await buffersOf(Math.floor(offset))).toBeLessThan(first + BUFFERS_OF_A_BLOCK);
  });

  async function buffersOf(offset: number): Promise<number> {
    const place = { page: 1, limit: LIMIT, offset, after: undefined, counted: undefined };
    const { text, parameters } = nodeListStatement(PUBLIC_LIST, place);
    const literal = parameters.reduceRight<string>(
      (statement, value, at) => statement.replaceAll(`$${at + 1}`, `'${String(value)}'`),
      text,
    );
    const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${literal}`,
    );
    const { Plan: plan } = row!['QUERY PLAN'][0];
    return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
  }
});
