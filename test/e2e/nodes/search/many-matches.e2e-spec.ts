import type { NodeSearchDocument } from '../../../../libs/registry/search/src/search-document.js';
import type { NodeSearchRequest } from '../../../../libs/registry/search/src/search-request.js';
import { documentOf, SearchFixture } from './search-fixture.js';

/** Enough that a head of 3,000 rows is in use and a common word is not ranked as a whole. */
const NODES = 12_500;
const LIMIT = 100;

describe('a node search with many matches', () => {
  const documents = Array.from({ length: NODES }, (_, at) => commonDocument(at));
  let nodes: SearchFixture;

  beforeAll(async () => {
    nodes = await SearchFixture.start();
    for (let start = 0; start < NODES; start += 2_500)
      await nodes.index(...documents.slice(start, start + 2_500));
    await nodes.maintain();
  });
  afterAll(() => nodes.stop());

  it('gives names as if they had four times the stars of texts, on the first pages and on deep ones', async () => {
    const expected = harvestFirst();
    for (const page of [1, 2, 41, 42, 43, 90]) {
      const { ids } = await nodes.search({ search: 'harvest', page, limit: LIMIT });
      expect([page, ids]).toEqual([page, expected.slice((page - 1) * LIMIT, page * LIMIT)]);
    }
  });

  it('counts exactly up to the deepest page and says when there is more', async () => {
    expect(await nodes.search({ search: 'harvest', limit: 1 })).toMatchObject({
      total: 9_375,
      totalIsExact: true,
    });
    expect(await nodes.search({ search: 'meadow', limit: 1 })).toMatchObject({
      total: 10_000,
      totalIsExact: false,
    });
    expect(await nodes.search({ limit: 1 })).toMatchObject({ total: 10_000, totalIsExact: false });
    expect(await nodes.search({ search: 'meadow', supportedOs: 'Linux', limit: 1 })).toMatchObject({
      total: 6_250,
      totalIsExact: true,
    });
  });

  it('reads on after any page in the same order, past the deepest page too', async () => {
    const orders: [Partial<NodeSearchRequest>, string[]][] = [
      [{ search: 'harvest' }, harvestFirst()],
      [{ search: 'harvest', sort: 'newest' }, newestFirst((document) => !isMeadowOnly(document))],
      [{ search: 'meadow' }, inRankOrder(() => true)],
      [{}, inRankOrder(() => true)],
      [{ sort: 'newest' }, newestFirst(() => true)],
    ];
    for (const [request, expected] of orders) expect(await readOn(request, 500)).toEqual(expected);
  });

  it('reads on where few match, and where typing errors were repaired', async () => {
    const [id] = inRankOrder(() => true);
    expect(await readOn({ search: id! }, 1)).toEqual([id]);
    const [first, second] = (await nodes.search({ search: 'harvst', limit: 2 })).ids;
    const page = await nodes.search({ search: 'harvst', limit: 1 });
    expect(page).toMatchObject({ ids: [first], stage: 'repaired' });
    expect(await nodes.search({ search: 'harvst', limit: 1, after: { ...page, id: first! } })).toMatchObject({
      ids: [second],
      total: page.total,
    });
  });

  it('says when the node after which to read on is no result', async () => {
    const after = { id: 'nobody', stage: 'typed', total: 5, totalIsExact: true } as const;
    for (const request of [{ search: 'harvest' }, { search: 'node-00001' }, {}, { search: 'unknownword' }]) {
      expect(await nodes.search({ ...request, after })).toMatchObject({ ids: [], isLost: true });
    }
  });

  it('ends at the deepest page', async () => {
    expect((await nodes.search({ page: 100, limit: LIMIT })).ids).toHaveLength(LIMIT);
    expect((await nodes.search({ page: 101, limit: LIMIT })).ids).toEqual([]);
  });

  it('sorts otherwise when asked', async () => {
    const newest = [...documents].sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime());
    const { ids } = await nodes.search({ search: 'meadow', sort: 'newest', limit: LIMIT });
    expect(ids).toEqual(newest.slice(0, LIMIT).map(({ id }) => id));
  });

  it('keeps the order while nodes change places', async () => {
    await nodes.index({ ...commonDocument(0), id: 'late-star', stars: 1e9 });
    const { ids } = await nodes.search({ search: 'harvest', page: 1, limit: 1 });
    await nodes.remove('late-star');
    expect(ids).toEqual(['late-star']);
  });

  /** `meadow` is in every text, `harvest` in three quarters of which a third are names. */
  function commonDocument(at: number): NodeSearchDocument {
    const id = `node-${String((at * 7_919) % NODES).padStart(5, '0')}`;
    return documentOf({
      id,
      name: at % 4 === 0 ? `Harvest ${id}` : id,
      description: at % 4 === 3 ? 'meadow' : 'meadow harvest',
      stars: (at * 31) % 1_000,
      os: at % 2 === 0 ? ['Windows'] : [],
      createdAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000),
    });
  }

  async function readOn(request: Partial<NodeSearchRequest>, limit = LIMIT): Promise<string[]> {
    const read: string[] = [];
    for (let page = await nodes.search({ ...request, limit }); ;) {
      read.push(...page.ids);
      const id = page.ids.at(-1);
      if (id === undefined || page.ids.length < limit) return read;
      page = await nodes.search({ ...request, limit, after: { ...page, id } });
    }
  }

  function isMeadowOnly(document: NodeSearchDocument): boolean {
    return document.description === 'meadow';
  }

  function newestFirst(isWanted: (document: NodeSearchDocument) => boolean): string[] {
    const wanted = documents.filter(isWanted);
    return wanted.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(({ id }) => id);
  }

  /** Beginnings of names are worth three doublings of popularity, words of texts one; each doubling is 16 steps. */
  function harvestFirst(): string[] {
    const isNamed = ({ name }: NodeSearchDocument): boolean => name.includes('Harvest');
    const ranked = documents
      .filter((document) => !isMeadowOnly(document))
      .map((document) => ({
        ...document,
        isNamed: isNamed(document),
        steps: Math.round(16 * Math.log2(1 + document.stars)) + (isNamed(document) ? 48 : 16),
      }));
    ranked.sort(
      (a, b) =>
        b.steps - a.steps ||
        Number(b.isNamed) - Number(a.isNamed) ||
        b.stars - a.stars ||
        (a.id < b.id ? -1 : 1),
    );
    return ranked.map(({ id }) => id);
  }

  function inRankOrder(isWanted: (document: NodeSearchDocument) => boolean): string[] {
    const wanted = documents.filter(isWanted);
    return wanted.sort((a, b) => b.stars - a.stars || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
  }
});
