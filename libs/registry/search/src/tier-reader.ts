import { LISTED_ROWS_MAX, type ListTotal, listTotal } from '#libs/platform/http';
import { anyOf, NOTHING, searchKeys, type LexemeQuery } from './lexeme-query.js';
import type { Scope } from './search-conditions.js';
import type { SearchDatabase } from './search-database.js';
import { BEHIND_HEADS, HEAD_ROWS, rankFirst, rankHead, rankSorted, walkSorted } from './search-sql.js';
import { findPlace, type Found, type Place, walkFrom } from './search-place.js';
import type { PreciseTiers, Tiers } from './search-tiers.js';
import { entriesOf, type TierEntry, TierOrder } from './tier-order.js';
import { FEW_ROWS, NO_ROWS, type Ranked, TierRows } from './tier-rows.js';
import type { Lookup } from './vocabulary-lookup.js';

/** A page, and the 1-based number of the best tier that has rows; 0 when only the common tiers were read. */
export type TierPage = {
  readonly best: number;
  readonly ids: string[];
} & ListTotal;

/** The ids of a page, and the number of rows if it was read with them. */
type Read = {
  readonly ids: string[];
  readonly total?: number;
  readonly best?: number;
};

/** If more nodes have the words together, they are not the name of one. */
const NAMED_ROWS_MAX = 20;
/** A head is tried when it is expected to have this many times the rows that are needed. */
const HEAD_MARGIN = 1.5;
/** Reading a row while walking an order costs as much as this many entries of the index of lexemes. */
const WALKED_ROW_COST = 20;
/** How many times the average number of rows per page are read, first and then, because matches are not spread evenly. */
const WINDOW_MARGINS = [4, 32] as const;

/**
 * Reads one page of tiers. Few matches are fetched, ranked and counted at once. For many, only enough of the best-ranked
 * rows are searched to fill the page, and their number is estimated on a sample before it is counted.
 */
export class TierReader {
  private readonly rows: TierRows;

  constructor(
    private readonly database: SearchDatabase,
    private readonly scope: Scope,
    private readonly lookup: Pick<Lookup, 'catalogueRows' | 'heads'>,
  ) {
    this.rows = new TierRows(database, scope, lookup);
  }

  async read(tiers: Tiers): Promise<TierPage> {
    const every = anyOf(tiers.filter((tier) => tier.isCovered !== true));
    if (every === undefined) return { ids: [], total: 0, totalIsExact: true, best: 0 };
    const few = await this.rows.rankIfFew(tiers, every, this.scope);
    if (few !== undefined) return { ids: few.ids, ...listTotal(few.total), best: few.best ?? 0 };
    const {
      ids,
      total,
      best = 0,
    } = await (this.scope.sort === 'relevance' ? this.readMany(tiers, every) : this.readSorted(every));
    const shown = this.scope.offset + ids.length;
    const isLastPage = ids.length > 0 && ids.length < this.scope.limit;
    const known = isLastPage ? shown : total;
    const count = known === undefined ? await this.rows.count(every, shown) : listTotal(known);
    return { ...count, ids, best };
  }

  /** One page of the rows of `first`, whose `page` has been read, followed by those of `then`. */
  async readOn(first: Tiers, page: TierPage, then: Tiers): Promise<TierPage> {
    const { sort, offset, limit, visible } = this.scope;
    const [banned, os, accelerator] = visible;
    if (sort !== 'relevance' || page.ids.length < page.total) return this.read([...first, ...then]);
    const scope: Scope = {
      sort,
      offset,
      limit: limit - page.ids.length,
      visible: [banned, os, accelerator, page.ids],
    };
    const rest = await new TierReader(this.database, scope, this.lookup).read(then);
    return {
      ids: [...page.ids, ...rest.ids],
      total: Math.min(page.total + rest.total, LISTED_ROWS_MAX),
      totalIsExact: rest.totalIsExact,
      best: page.best,
    };
  }

  /**
   * Nodes that were meant, because few nodes have the words: those with exactly this name or author, and the only one that has
   * all of the words in its name, or else in its text. When many nodes have the words, popularity decides.
   */
  async findMeant({ whole, names, text, forms, isSingle }: PreciseTiers): Promise<Tiers> {
    if (text !== undefined && (await this.rows.likelyRows(text)) > FEW_ROWS) return [];
    const queries = [...whole, ...names, text, forms].filter((query) => query !== undefined);
    const counts = await this.rows.countEach(queries, NAMED_ROWS_MAX + 1);
    const countOf = (query: LexemeQuery | undefined): number => (query && counts.get(query)) ?? 0;
    const isNamed = countOf(isSingle ? text : forms) <= NAMED_ROWS_MAX;
    const isOnlyText = countOf(forms) <= NAMED_ROWS_MAX;
    const [joined, exact, completed] = names;
    const only = [
      ...(isNamed ? [joined, exact] : []),
      ...(isOnlyText ? [text] : []),
      ...(isNamed ? [completed] : []),
    ];
    return [
      ...(isNamed ? whole.filter((query) => countOf(query) > 0) : []),
      ...only.filter((query) => query !== undefined).filter((query) => countOf(query) === 1),
    ].map((query) => ({ ...query, rows: countOf(query), leastRows: countOf(query) }));
  }

  /** The rows after row `id`; undefined when that is no result any more. Few matches are ranked again as a whole. */
  async readAfter(tiers: Tiers, id: string): Promise<string[] | undefined> {
    const every = anyOf(tiers.filter((tier) => tier.isCovered !== true));
    if (every === undefined) return undefined;
    const few = await this.rows.rankIfFew(tiers, every, { offset: 0, limit: LISTED_ROWS_MAX });
    if (few !== undefined) {
      const at = few.ids.indexOf(id);
      return at === -1 ? undefined : few.ids.slice(at + 1, at + 1 + this.scope.limit);
    }
    const place = await findPlace(this.database, this.scope.sort, id, tiers);
    if (place === undefined || place.tier === null) return undefined;
    if (this.scope.sort !== 'relevance')
      return (await this.readTierAfter(every, NOTHING, place, this.scope.limit)).ids;
    return this.readTiersAfter(tiers, { ...place, tier: place.tier });
  }

  private async readTiersAfter(tiers: Tiers, place: Place & TierEntry): Promise<string[]> {
    const order = new TierOrder(tiers);
    const entries: TierEntry[] = [];
    for (const [at, tier] of tiers.entries()) {
      const from = order.placeAfter(place, at);
      if (from === undefined) continue;
      if (order.opensStage(at) && entries.length >= this.scope.limit) break;
      const earlier = anyOf(tiers.slice(0, at))?.text ?? NOTHING;
      entries.push(...entriesOf(await this.readTierAfter(tier, earlier, from, this.scope.limit), at + 1));
    }
    return order.sorted(entries).slice(0, this.scope.limit);
  }

  /** The rows of a tier after a place, without those of `earlier`, in the way that reads the fewest rows. */
  private async readTierAfter(
    tier: LexemeQuery,
    earlier: string,
    place: Place,
    needed: number,
  ): Promise<Found> {
    const rows = await this.rows.likelyRows(tier);
    if (rows > FEW_ROWS) {
      // How many rows contain this many matches on average.
      const expected = Math.ceil((needed * this.lookup.catalogueRows) / rows);
      for (const margin of WINDOW_MARGINS) {
        const near = await this.readNear(tier, earlier, place, needed, { rows, expected, margin });
        if (near.ids.length === needed) return near;
      }
    }
    return this.rows.rankAfter(tier, earlier, place, needed);
  }

  /** The matches within a number of rows after a place. */
  private async readNear(
    tier: LexemeQuery,
    earlier: string,
    place: Place,
    needed: number,
    { rows, expected, margin }: { rows: number; expected: number; margin: number },
  ): Promise<Found> {
    const isFirst = margin === WINDOW_MARGINS[0];
    const isWalk = this.scope.sort !== 'relevance' || (isFirst && expected * WALKED_ROW_COST < rows);
    if (!isWalk) return this.rows.rankAfter(tier, earlier, place, needed, margin * expected);
    const text = `${tier.text}&!${earlier}`;
    return walkFrom(this.database, this.scope, place, { needed, walked: margin * expected, text });
  }

  /** Reads the rare tiers at the front in one statement, then tier by tier until the page is full. */
  private async readMany(tiers: Tiers, every: LexemeQuery): Promise<Read> {
    const { offset, limit } = this.scope;
    const needed = offset + limit;
    const order = new TierOrder(tiers);
    const firstLarge = tiers.findIndex((tier) => tier.rows > FEW_ROWS);
    const front = tiers.slice(0, firstLarge);
    const few = front.length > 0 ? await this.rows.rankFew(front, { offset: 0, limit: needed }) : NO_ROWS;
    const entries = entriesOf(few);
    let total: number | undefined;
    for (const [at, tier] of tiers.entries()) {
      if (at < firstLarge) continue;
      if (order.opensStage(at) && countIds(entries) >= needed) break;
      // A row belongs to the first tier that has it, so read enough rows that enough are new.
      let read = await this.readHead(tier, needed);
      if (read === undefined && at === tiers.length - 1 && isQuickUnion(tiers)) {
        // The last tier has too few: read what all tiers have, and count it as well.
        read = await this.readWhole(every, needed);
        total = read.total;
      }
      entries.push(...entriesOf(read ?? (await this.readWhole(tier, needed)), at + 1));
    }
    const { best } = few;
    return {
      ids: order.sorted(entries).slice(offset, needed),
      best,
      ...(total === undefined ? {} : { total }),
    };
  }

  /** The best rows of a tier from the smallest head that has enough; undefined when none has. */
  private async readHead(tier: LexemeQuery, needed: number): Promise<Ranked | undefined> {
    for (const head of await this.headsFor(tier, needed)) {
      const read = await this.rows.rank((keys) => rankHead(head, keys), tier, { offset: 0, limit: needed });
      if (read.total >= needed) return read;
    }
    return undefined;
  }

  private async readWhole(query: LexemeQuery, limit: number): Promise<Ranked> {
    return this.rows.rank((keys) => rankHead(BEHIND_HEADS, keys), query, { offset: 0, limit });
  }

  private async headsFor(tier: LexemeQuery, needed: number): Promise<number[]> {
    if (tier.rows <= FEW_ROWS || this.lookup.heads.length === 0) return [];
    const share = Math.min(1, (await this.rows.likelyRows(tier)) / Math.max(1, this.lookup.catalogueRows));
    return this.lookup.heads.filter((head) => (HEAD_ROWS[head] ?? 0) * share >= HEAD_MARGIN * needed);
  }

  /**
   * Many matches are met early along the order's index. Fewer are looked up among its first rows; if they are not there, all
   * matches are sorted.
   */
  private async readSorted(every: LexemeQuery): Promise<Read> {
    const { sort, offset, limit, visible } = this.scope;
    if (sort === 'relevance') return NO_ROWS;
    const needed = offset + limit;
    const rows = await this.rows.likelyRows(every);
    const expected = Math.ceil((needed * this.lookup.catalogueRows) / Math.max(1, rows));
    if (expected * WALKED_ROW_COST < rows) {
      const parameters = [...visible, every.text, offset, limit];
      const [row] = await this.database.query<{ ids: string[] }>(walkSorted(sort), parameters);
      return { ids: row?.ids ?? [] };
    }
    if (expected < rows) {
      const window = WINDOW_MARGINS[0] * expected;
      const keys = searchKeys(every);
      const parameters = [...visible, ...keys, offset, limit, window];
      const [row] = await this.database.query<{ ids: string[] }>(rankFirst(sort, keys.length), parameters);
      if (row?.ids.length === limit) return row;
    }
    return this.rows.rank((keys) => rankSorted(sort, keys), every, { offset, limit });
  }
}

function countIds(entries: readonly TierEntry[]): number {
  return new Set(entries.map(({ id }) => id)).size;
}

/** Whether all tiers together are found nearly as fast as the last one: the index can skip along one list of conditions only. */
function isQuickUnion(tiers: Tiers): boolean {
  return !tiers
    .slice(0, -1)
    .some(({ isCovered, factors, rows }) => isCovered !== true && factors.length > 1 && rows > FEW_ROWS);
}
