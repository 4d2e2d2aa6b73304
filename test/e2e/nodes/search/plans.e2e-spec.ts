import { headsFor, MOVE_ROWS } from '../../../../libs/registry/search/src/maintenance-sql.js';
import {
  BEHIND_HEADS,
  browse,
  countAll,
  countEach,
  countSample,
  FIND_KEY_SPELLINGS,
  FIND_TERM_SPELLINGS,
  LOOK_UP_TERMS,
  placeOf,
  rankAfter,
  rankAll,
  rankFirst,
  rankFound,
  rankHead,
  rankSorted,
  walkAfter,
  walkSorted,
} from '../../../../libs/registry/search/src/search-sql.js';
import { SearchFixture } from './search-fixture.js';

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
};

const VISIBLE = [false, 'linux', null, []];
const QUERY = "'tcanal'&'nlock'";
/** Rows that have a lexeme, or both of two others. */
const KEYS = ["'ncanal'", "'tcanal'", "'nlock'"];
const PLACE = ['1', '7fffffff-ffff-ffff-ffff-ffffffff0000', 'boat-7'];
/** The stage and the bonus of each of two tiers. */
const TIERS = [
  [1, 1],
  [16, 0],
];
const KEY_COLUMNS = KEYS.map((key) => [key, key]);

/** The statements whose plans decide how fast a search is, with values as the search sends them. */
const STATEMENTS: Readonly<Record<string, readonly [text: string, parameters: readonly unknown[]]>> = {
  'look up terms': [LOOK_UP_TERMS, [['canal'], ['cana'], 'canal']],
  'find misspelt terms': [FIND_TERM_SPELLINGS, [['can'], ['al'], [4], [6]]],
  'find misspelt names': [FIND_KEY_SPELLINGS, [['can'], ['al'], [4], [6]]],
  'rank all of few matches': [
    rankAll('relevance', KEYS.length),
    [...VISIBLE, ...KEY_COLUMNS, 0, 20, ...TIERS],
  ],
  'rank very few matches': [
    rankFound('relevance', KEYS.length),
    [...VISIBLE, ...KEYS, 0, 20, ...TIERS, [QUERY]],
  ],
  'rank a head of many matches': [rankHead(1, KEYS.length), [...VISIBLE, ...KEYS, 0, 20]],
  'rank many matches': [rankHead(BEHIND_HEADS, KEYS.length), [...VISIBLE, ...KEYS, 0, 20]],
  'sort many matches': [rankSorted('newest', KEYS.length), [...VISIBLE, ...KEYS, 0, 20]],
  'sort the first of many matches': [rankFirst('newest', KEYS.length), [...VISIBLE, ...KEYS, 0, 20, 400]],
  'find a place': [placeOf('relevance'), ['boat-7', [QUERY]]],
  'rank many matches after a place': [
    rankAfter('relevance', false, KEYS.length),
    [...VISIBLE, ...KEYS, ...PLACE, 20, QUERY],
  ],
  'rank the next of many matches': [
    rankAfter('relevance', true, KEYS.length),
    [...VISIBLE, ...KEYS, ...PLACE, 20, QUERY, 400],
  ],
  'walk on from a place': [walkAfter('relevance'), [...VISIBLE, ...PLACE, 20, 400, QUERY]],
  'walk on by downloads': [walkAfter('downloads'), [...VISIBLE, ...PLACE, 20, 400, QUERY]],
  'walk by downloads': [walkSorted('downloads'), [...VISIBLE, QUERY, 0, 20]],
  'walk by age': [walkSorted('newest'), [...VISIBLE, QUERY, 0, 20]],
  browse: [browse('relevance'), [...VISIBLE, 0, 20, 10_001]],
  'estimate a total': [countSample(KEYS.length), [...VISIBLE, ...KEYS]],
  'count each of some queries': [countEach(KEYS.length), [...VISIBLE, ...KEY_COLUMNS, 21]],
  'count a total': [countAll(KEYS.length), [...VISIBLE, ...KEYS]],
  'move rows to their head': [MOVE_ROWS, ['', 2_000]],
};

const TABLES = ['node_search', 'node_search_key', 'search_term', 'search_head'];

/**
 * Whether an index is read alone or with its table depends on which rows are known to be visible to all. A vacuum marks them
 * only if no other transaction, such as the server's analysis, is older, so the test sets it.
 */
const CLEANED_UP = 'update pg_class set relallvisible = relpages where oid = any ($1::text[]::regclass[])';

describe('the plans of the search statements', () => {
  let nodes: SearchFixture;

  beforeAll(async () => {
    nodes = await SearchFixture.start();
    const words = ['canal', 'lock', 'barge', 'towpath', 'weir', 'quay'];
    const documents = Array.from({ length: 6_500 }, (_, at) => ({
      id: `boat-${at}`,
      description: words.filter((__, bit) => (at >> bit) % 2 === 1).join(' '),
      stars: at,
    }));
    await nodes.index(...documents);
    await nodes.maintain();
    await nodes.database.query(`vacuum analyze ${TABLES.join(', ')}`, []);
  });
  afterAll(() => nodes.stop());

  it.each(Object.keys(STATEMENTS))('%s', async (name) => {
    const [text, parameters] = STATEMENTS[name]!;
    expect(await planOf(text, parameters)).toMatchSnapshot();
  });

  /** Read whole, a catalogue of real nodes takes 30 ms for each query: their lexemes are stored outside the row. */
  it('some queries are counted by their index, also in a catalogue that is cheap to read', async () => {
    const parameters = [...VISIBLE, ...KEY_COLUMNS, 2];
    expect((await planOf(countEach(KEYS.length), parameters, 'on')).join()).not.toMatch('Seq Scan');
  });

  it('a catalogue has heads that are much smaller than itself', () => {
    expect(headsFor(6_500)).toEqual([{ head: 0, rows: 3_000 }]);
    expect(headsFor(1_000_000).map(({ rows }) => rows)).toEqual([3_000, 10_000, 30_000, 100_000, 300_000]);
  });

  /** A small table is cheapest read whole; forbidding that shows the plan which a large one gets. */
  function planOf(text: string, parameters: readonly unknown[], seqScan = 'off'): Promise<string[]> {
    return nodes.inTransaction(async (database) => {
      await database.query(`set local enable_seqscan = ${seqScan}`, []);
      await database.query('set local max_parallel_workers_per_gather = 0', []);
      await database.query(CLEANED_UP, [TABLES]);
      const rows = await database.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (format json) ${text}`,
        parameters,
      );
      return shapeOf(rows[0]!['QUERY PLAN'][0]!.Plan);
    });
  }
});

/** One line per node, indented; costs and row estimates are left out. */
function shapeOf(node: PlanNode, depth = 0): string[] {
  const on = node['Index Name'] ?? node['Relation Name'];
  const line = `${'  '.repeat(depth)}${node['Node Type']}${on === undefined ? '' : ` ${on}`}`;
  return [line, ...(node.Plans ?? []).flatMap((child) => shapeOf(child, depth + 1))];
}
