import { Client } from 'pg';
import { NodesService } from '#libs/registry/nodes';
import { DownloadCounter } from '../../../libs/registry/nodes/src/download-counter.js';
import { MaintainSearchJob } from '../../../libs/registry/search/src/jobs/maintain-search.job.js';
import { RefreshSearchRanksJob } from '../../../libs/registry/nodes/src/jobs/refresh-search-ranks.job.js';
import { GivenRegistry } from '../../support/given-registry.js';
import { type Reply, TestApp } from '../../support/test-app.js';

const idsOf = (reply: Reply): string[] => reply.body.nodes.map(({ id }: { id: string }) => id);

describe('GET /nodes/search', () => {
  let app: TestApp;
  let given: GivenRegistry;
  const search = (query: Record<string, string>): Promise<Reply> =>
    app.api.get(`/nodes/search?${new URLSearchParams(query).toString()}`);

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    const ada = await given.publisher({ id: 'lovelace-lab', name: 'Lovelace Laboratory' });
    const bob = await given.publisher({ id: 'bobs-tools' });
    const admin = await given.admin();
    const catalogue: [string, typeof ada, Record<string, unknown>][] = [
      [
        'depth-maps',
        ada,
        {
          name: 'Depth Maps',
          description: 'Estimates how far away things are.',
          tags: ['depth', 'geometry'],
          supported_os: ['Linux'],
        },
      ],
      [
        'depth-maps-plus',
        bob,
        {
          name: 'Depth Maps Plus',
          author: 'Grace',
          repository: 'https://github.com/grace/Depth-Plus',
          supported_os: ['Windows'],
          supported_accelerators: ['CUDA'],
        },
      ],
      [
        'Watercolour',
        ada,
        {
          name: 'Watercolour',
          description: 'Paints pictures with depth and soft edges.',
          supported_accelerators: ['ROCm'],
        },
      ],
      ['upscale-pro', bob, { name: 'Upscale Pro', tags: ['upscaling'], search_ranking: 5, github_stars: 3 }],
      ['upscale-lite', bob, { name: 'Upscale Lite', tags: ['upscaling'], github_stars: 900 }],
    ];
    for (const [id, publisher, fields] of catalogue) await given.node({ publisher, id, fields, by: admin });
  });
  afterAll(() => app.stop());

  it.each([
    ['an exact id', 'depth-maps', ['depth-maps', 'depth-maps-plus']],
    ['an exact name', 'Depth Maps Plus', ['depth-maps-plus']],
    ['a name that begins so', 'waterc', ['Watercolour']],
    ['an author', 'grace', ['depth-maps-plus']],
    ['a publisher', 'Lovelace', ['Watercolour', 'depth-maps']],
    ['a tag', 'geometry', ['depth-maps']],
    ['a word of the description', 'edges', ['Watercolour']],
    ['several words', 'soft pictures', ['Watercolour']],
    ['a typing error', 'watercolor', ['Watercolour']],
    ['swapped letters', 'detph maps', ['depth-maps', 'depth-maps-plus']],
  ])('finds by %s', async (_, text, expected) => {
    const reply = await search({ search: text });
    expect(idsOf(reply).slice(0, expected.length).sort()).toEqual([...expected].sort());
    expect(idsOf(reply)[0]).toBe(expected.includes(text) ? text : idsOf(reply)[0]);
  });

  it('puts names before texts and breaks ties by ranking, then stars, or as asked', async () => {
    expect(idsOf(await search({ search: 'depth' }))).toEqual([
      'depth-maps',
      'depth-maps-plus',
      'Watercolour',
    ]);
    expect(idsOf(await search({ search: 'upscale' }))).toEqual(['upscale-pro', 'upscale-lite']);
    expect(idsOf(await search({ search: 'upscale', sort: 'stars' }))).toEqual([
      'upscale-lite',
      'upscale-pro',
    ]);
    expect(idsOf(await search({ sort: 'newest', limit: '2' }))).toEqual(['upscale-lite', 'upscale-pro']);
  });

  it('puts a lower search ranking first, and those without one last', async () => {
    const admin = await given.admin();
    const rank = (id: string, search_ranking: number) =>
      app.api.as(admin).put(`/admin/nodes/${id}`, { search_ranking });
    const upscalers = async () => idsOf(await search({ search: 'upscale' }));
    await rank('upscale-lite', 2);
    expect(await upscalers()).toEqual(['upscale-lite', 'upscale-pro']);
    await rank('upscale-lite', 6);
    expect(await upscalers()).toEqual(['upscale-pro', 'upscale-lite']);
    await rank('upscale-lite', 0);
    expect(await upscalers()).toEqual(['upscale-pro', 'upscale-lite']);
  });

  it('answers pages with totals, and every node when nothing is searched for', async () => {
    const reply = await search({ page: '2', limit: '2', search: '  ' });
    expect(reply.body).toMatchObject({ page: 2, limit: 2, total: 5, totalPages: 3 });
    expect(reply.body.nodes).toHaveLength(2);
    expect(reply.headers.get('x-total-exact')).toBe('true');
    expect((await search({})).body).toMatchObject({ page: 1, limit: 20, total: 5, totalPages: 1 });
    expect((await search({ search: 'zzzzqqqq' })).body).toMatchObject({ nodes: [], total: 0, totalPages: 0 });
  });

  it('links to the next page, which a cursor finds', async () => {
    const nextOf = (reply: Reply): string | undefined =>
      /<([^>]+)>; rel="next"/u.exec(reply.headers.get('link') ?? '')?.[1];
    for (const query of ['search=depth', 'sort=newest', 'search=upscale&sort=stars&include_banned=false']) {
      const all = await app.api.get(`/nodes/search?${query}`);
      expect(nextOf(all)).toBeUndefined();
      const ids: string[] = [];
      let path: string | undefined = `/nodes/search?${query}&limit=1`;
      for (let page = 1; path !== undefined; page++) {
        const reply: Reply = await app.api.get(path);
        expect(reply).toMatchObject({ status: 200, body: { page, limit: 1, total: all.body.total } });
        ids.push(...idsOf(reply));
        const next = nextOf(reply);
        path = next && next.slice(next.indexOf('/nodes/'));
      }
      expect(ids).toEqual(idsOf(all));
    }
  });

  it('refuses a cursor that no page gave, or that belongs to another search', async () => {
    const { headers } = await search({ search: 'depth', limit: '1' });
    const cursor = new URL(/<([^>]+)>/u.exec(headers.get('link') ?? '')![1]!).searchParams.get('cursor')!;
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const foreign = [
      { cursor: 'nonsense' },
      { cursor: encoded({}) },
      { cursor: encoded(['depth-maps', 'guessed', 1, true, 2]) },
      { cursor: encoded(['depth\u0000maps', 'typed', 1, true, 2]) },
      { cursor: encoded(['depth-maps', 'typed', -1, true, 2]) },
      { cursor, search: 'upscale' },
    ];
    for (const query of foreign) {
      const reply = await search({ search: 'depth', ...query });
      expect([query, reply.status, reply.body.message]).toEqual([
        query,
        400,
        expect.stringContaining('cursor must be the one of a next page'),
      ]);
    }
  });

  it('takes all conditions together; a node without platforms matches each', async () => {
    expect(idsOf(await search({ repository_url_search: 'git@github.com:grace/depth-plus.git' }))).toEqual([
      'depth-maps-plus',
    ]);
    expect(idsOf(await search({ search: 'depth', supported_os: 'linux' }))).toEqual([
      'depth-maps',
      'Watercolour',
    ]);
    expect(
      idsOf(await search({ search: 'depth', supported_os: 'windows', supported_accelerator: 'cuda' })),
    ).toEqual(['depth-maps-plus']);
    expect((await search({ supported_accelerator: 'rocm' })).body.total).toBe(4);
    expect((await search({ search: 'upscale', repository_url_search: 'grace' })).body.total).toBe(0);
  });

  it('narrows by a tag, and counts by what the results can be narrowed', async () => {
    expect(idsOf(await search({ tag: 'Upscaling' }))).toEqual(['upscale-pro', 'upscale-lite']);
    expect((await search({ search: 'depth' })).body).not.toHaveProperty('facets');
    const { facets } = (
      await search({ search: 'depth', supported_os: 'windows', facets: 'true', limit: '1' })
    ).body;
    expect(facets).toEqual({
      counted: 3,
      is_complete: true,
      supported_os: [
        { value: 'linux', count: 2 },
        { value: 'windows', count: 2 },
      ],
      supported_accelerator: [
        { value: 'cuda', count: 1 },
        { value: 'rocm', count: 1 },
      ],
      tag: [],
    });
    const all = (await search({ facets: 'true' })).body.facets;
    expect(all.tag).toEqual([
      { value: 'upscaling', count: 2 },
      { value: 'depth', count: 1 },
      { value: 'geometry', count: 1 },
    ]);
    const none = (await search({ search: 'zzzzqqqq', facets: 'true' })).body.facets;
    expect(none).toMatchObject({ counted: 0, is_complete: true, tag: [] });
  });

  it('says what matched as marked pieces', async () => {
    const highlightsOf = async (query: Record<string, string>) =>
      (await search({ ...query, highlights: 'true', limit: '1' })).body.nodes[0].highlights.map(
        ({ field, fragments }: { field: string; fragments: { text: string; is_match: boolean }[] }) => [
          field,
          fragments.map(({ text, is_match }) => (is_match ? `[${text}]` : text)).join(''),
        ],
      );
    expect(await highlightsOf({ search: 'depth' })).toEqual([
      ['name', '[Depth] Maps'],
      ['id', '[depth]-maps'],
      ['tag', '[depth]'],
    ]);
    expect(await highlightsOf({ search: 'watercolor' })).toEqual([
      ['name', '[Watercolour]'],
      ['id', '[Watercolour]'],
    ]);
    expect(await highlightsOf({ repository_url_search: 'grace' })).toEqual([
      ['repository', 'https://github.com/[grace]/Depth-Plus'],
    ]);
    expect(await highlightsOf({ sort: 'stars' })).toEqual([]);
    expect((await search({ search: 'depth' })).body.nodes[0]).not.toHaveProperty('highlights');
  });

  it.each([
    ['q', 'search'],
    ['tags', 'tag'],
    ['query', 'search'],
    ['serach', 'search'],
    ['os', 'supported_os'],
    ['supportedOs', 'supported_os'],
    ['accelerator', 'supported_accelerator'],
    ['repo', 'repository_url_search'],
    ['per_page', 'limit'],
    ['sort_by', 'sort'],
  ])('refuses the parameter %s and names %s', async (name, right) => {
    const reply = await search({ [name]: 'x' });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toBe(`${name} is not a parameter; use ${right}.`);
  });

  it('ignores unrelated parameters and names them', async () => {
    const reply = await search({ search: 'depth', utm_source: 'mail', locale: 'de' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-ignored-fields')).toBe('utm_source, locale');
  });

  it.each([
    "'; drop table nodes; --",
    "depth' or '1'='1",
    'depth & !maps | (foo <-> bar):*',
    'a:b:c:*A',
    "\\'\\\\ \\",
    '%_%',
    '$1 $2',
    '((((',
    '!!!',
    '🎨',
    '\u202E\u200B',
    '深度 マップ',
    'x'.repeat(1_000),
    Array.from({ length: 200 }, (_, at) => `w${at}`).join(' '),
  ])('takes %p as plain words', async (text) => {
    for (const name of [
      'search',
      'repository_url_search',
      'app_node_search',
      'supported_os',
      'supported_accelerator',
    ]) {
      if (name.startsWith('supported') && text.length > 200) continue;
      if (name === 'app_node_search' && text.length > 500) continue;
      const reply = await search({ [name]: text });
      expect(reply.status).toBe(200);
      expect(Array.isArray(reply.body.nodes)).toBe(true);
    }
    expect((await search({})).body.total).toBe(5);
  });

  it.each<Record<string, string>>([
    { search: 'x'.repeat(1_001) },
    { search: 'a\u0000b' },
    { sort: 'random' },
    { include_banned: 'yes' },
    { page: '0' },
    { limit: '101' },
  ])('refuses %j', async (query) => {
    expect((await search(query)).status).toBe(400);
  });

  it('refuses a repeated parameter', async () => {
    expect((await app.api.get('/nodes/search?search=a&search=b')).status).toBe(400);
  });

  it('orders by downloads once their ranks are refreshed', async () => {
    const nodes = app.get(NodesService);
    for (let count = 0; count < 3; count++) nodes.countDownload('Watercolour');
    await app.get(DownloadCounter).flush();
    await app.get(RefreshSearchRanksJob).run({}, { signal: new AbortController().signal });
    expect(idsOf(await search({ sort: 'downloads' }))[0]).toBe('Watercolour');
  });

  it('counts its words anew once a day and answers as before', async () => {
    await given.node({ fields: { description: 'weathercock' } });
    const before = (await search({ search: 'weathercock' })).body;
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query(`update search_term set t = 900 where term = 'weathercock'`);
      expect((await search({ search: 'weathercock' })).body).toEqual(before);
      const { rows: scheduled } = await client.query(
        `select 1 from jobs where name = 'nodes.maintain-search' and run_at <= now() + interval '1 day'`,
      );
      expect(scheduled).toHaveLength(1);
      await app.get(MaintainSearchJob).run();
      const { rows } = await client.query(`select t from search_term where term = 'weathercock'`);
      expect(rows).toEqual([{ t: 1 }]);
      expect((await search({ search: 'weathercock' })).body).toEqual(before);
    } finally {
      await client.end();
    }
  });

  it('shows banned nodes to admins who ask, and to nobody else', async () => {
    const { id } = await given.node({ fields: { description: 'forbiddenfruit' } });
    const admin = await given.admin();
    await app.api.as(admin).post(`/nodes/${id}/ban`, { reason: 'test' });
    expect((await search({ search: 'forbiddenfruit' })).body.total).toBe(0);
    expect((await app.api.as(admin).get('/nodes/search?search=forbiddenfruit')).body.total).toBe(0);
    expect(
      idsOf(await app.api.as(admin).get('/nodes/search?search=forbiddenfruit&include_banned=true')),
    ).toEqual([id]);
    expect((await search({ include_banned: 'true' })).status).toBe(401);
    expect((await app.api.as(await app.caller()).get('/nodes/search?include_banned=true')).status).toBe(403);
    await app.api.as(admin).post(`/nodes/${id}/unban`, {});
    expect((await search({ search: 'forbiddenfruit' })).body.total).toBe(1);
    await app.api.as(admin).put(`/admin/nodes/${id}`, { status: 'NodeStatusDeleted' });
  });
});
