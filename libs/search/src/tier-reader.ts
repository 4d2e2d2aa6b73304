import { LISTED_ROWS_MAX, type ListTotal, listTotal } from '#libs/platform/http';
import { anyOf, searchKeys, type LexemeQuery } from './lexeme-query.js';
import type { Scope } from './search-conditions.js';
import type { SearchDatabase } from './search-database.js';
import type { NodeSearchResult } from './search-request.js';
import {
  BEHIND_HEADS,
  COUNT_ALL,
  COUNT_SAMPLE,
  HEAD_ROWS,
  rankAll,
  rankHead,
  rankSorted,
  SAMPLE_STEP,
  walkSorted,
} from './search-sql.js';
import type { Tiers } from './search-tiers.js';
import type { Lookup } from './vocabulary-lookup.js';

/** A page, and the 1-based number of the best tier that has rows; 0 when only the common tiers were read. */
export type TierPage = {
  readonly best: number;
} & NodeSearchResult;

type Ranked = {
  readonly best?: number;
  readonly total: number;
  readonly ids: string[];
};

/** A page's ids, and how many rows there are when that came with them. */
type Read = {
  readonly ids: string[];
  readonly total?: number;
  readonly best?: number;
};

/** Tiers with fewer rows than this are ranked at once; a larger one is read from the best-ranked rows on. */
const FEW_ROWS = 1_500;
/** A head is tried when it should have this many times the rows that are needed. */
const HEAD_MARGIN = 1.5;
/** From this estimate on, the total is certainly over the bound; below it is counted. Four standard errors of the sample. */
const SURELY_MANY = 1.3 * LISTED_ROWS_MAX;
/** A word with twice the bound needs no sample: the vocabulary's counts are not older than a day. */
const KNOWN_MANY = 2 * LISTED_ROWS_MAX;
/** Catalogues of this size are counted whatever it costs, which is not much. */
const SMALL_CATALOGUE_ROWS = 100_000;
/** Index entries read at most to count; counting so many takes some 5 to 10 ms. What costs more is estimated only. */
const COUNTED_ENTRIES = 15_000;
/** Visiting a row that matches costs as much as this many index entries. */
const VISITED_ROW_ENTRIES = 4;
/** Reading a row while walking an order costs as much as this many rows that are found by the index and sorted. */
const WALKED_ROW_COST = 3;

/**
 * Reads one page of tiers. Few matches are fetched, ranked and counted at once. Of many, only as large a share of the
 * best-ranked rows is searched as fills the page, and their number is estimated on a sample before it is counted.
 */
export class TierReader {
  constructor(
    private readonly database: SearchDatabase,
    private readonly scope: Scope,
    private readonly lookup: Pick<Lookup, 'catalogueRows' | 'heads'>,
  ) {}

  /** One page of the rows of all tiers. */
  async read(tiers: Tiers): Promise<TierPage> {
    const every = anyOf(tiers.filter((tier) => tier.isCovered !== true));
    if (every === undefined) return { ids: [], total: 0, totalIsExact: true, best: 0 };
    if (Math.max(...tiers.map((tier) => tier.rows)) <= FEW_ROWS) return this.readFew(tiers);
    const {
      ids,
      total,
      best = 0,
    } = await (this.scope.sort === 'relevance' ? this.readMany(tiers, every) : this.readSorted(every));
    const shown = this.scope.offset + ids.length;
    const isLastPage = ids.length > 0 && ids.length < this.scope.limit;
    const known = isLastPage ? shown : total;
    const count = known === undefined ? await this.count(every, shown) : listTotal(known);
    return { ...count, ids, best };
  }

  private async readFew(tiers: Tiers): Promise<TierPage> {
    const ranked = await this.rankFew(tiers, this.scope);
    return { ids: ranked.ids, ...listTotal(ranked.total), best: ranked.best ?? 0 };
  }

  /** Rare tiers at the front in one statement, then tier by tier until the page is full. */
  private async readMany(tiers: Tiers, every: LexemeQuery): Promise<Read> {
    const firstLarge = tiers.findIndex((tier) => tier.rows > FEW_ROWS);
    const needed = this.scope.offset + this.scope.limit;
    const front = tiers.slice(0, firstLarge);
    const { ids: found, best } =
      front.length > 0 ? await this.rankFew(front, { offset: 0, limit: needed }) : NOBODY;
    const ids = new Set(found);
    const last = isQuickUnion(tiers) ? tiers.length - 1 : undefined;
    for (const [at, tier] of tiers.entries()) {
      if (at < firstLarge) continue;
      if (ids.size >= needed) break;
      // A row belongs to the first tier that has it; so many are read that enough are new.
      const read = await this.readHead(tier, needed);
      if (read === undefined && at === last) {
        return { ...(await this.readRest(every, ids, needed)), best };
      }
      for (const id of read ?? (await this.readWhole(tier, needed)).ids) ids.add(id);
    }
    return { ids: [...ids].slice(this.scope.offset, needed), best };
  }

  /** What comes after `ids`, which are all rows of all tiers but the last: read from all tiers, it is counted as well. */
  private async readRest(every: LexemeQuery, ids: Set<string>, needed: number): Promise<Read> {
    const { ids: best, total } = await this.readWhole(every, needed);
    return { ids: [...new Set([...ids, ...best])].slice(this.scope.offset, needed), total };
  }

  /** The best rows of a tier from the smallest range of best-ranked rows that has so many; undefined when none has. */
  private async readHead(tier: LexemeQuery, needed: number): Promise<string[] | undefined> {
    for (const head of await this.headsFor(tier, needed)) {
      const { total, ids } = await this.rank(rankHead(head), tier, { offset: 0, limit: needed });
      if (total >= needed) return ids;
    }
    return undefined;
  }

  private async readWhole(query: LexemeQuery, limit: number): Promise<Ranked> {
    return this.rank(rankHead(BEHIND_HEADS), query, { offset: 0, limit });
  }

  private async headsFor(tier: LexemeQuery, needed: number): Promise<number[]> {
    if (tier.rows <= FEW_ROWS || this.lookup.heads.length === 0) return [];
    const share = Math.min(1, (await this.likelyRows(tier)) / Math.max(1, this.lookup.catalogueRows));
    return this.lookup.heads.filter((head) => (HEAD_ROWS[head] ?? 0) * share >= HEAD_MARGIN * needed);
  }

  /** Many matches are met early along the order's index, few are fetched and sorted. */
  private async readSorted(every: LexemeQuery): Promise<Read> {
    const { sort, offset, limit, visible } = this.scope;
    const rows = await this.likelyRows(every);
    const walked = ((offset + limit) * this.lookup.catalogueRows) / Math.max(1, rows);
    if (rows <= walked * WALKED_ROW_COST) {
      return this.rank(rankSorted(sort), every, { offset, limit });
    }
    const parameters = [...visible, every.text, offset, limit];
    const [row] = await this.database.query<{ ids: string[] }>(walkSorted(sort), parameters);
    return { ids: row?.ids ?? [] };
  }

  /** `shown` rows are known to exist. */
  private async count(every: LexemeQuery, shown: number): Promise<ListTotal> {
    const [, os, accelerator] = this.scope.visible;
    const isOpen = os === null && accelerator === null;
    if (isOpen && every.leastRows >= KNOWN_MANY) return { total: LISTED_ROWS_MAX, totalIsExact: false };
    const estimate = Math.max(shown, await this.estimate(every));
    if (estimate >= SURELY_MANY || !this.isCountable(every, estimate)) {
      return { total: Math.min(estimate, LISTED_ROWS_MAX), totalIsExact: false };
    }
    return listTotal(await this.countRows(COUNT_ALL, every));
  }

  private isCountable({ rows }: LexemeQuery, estimate: number): boolean {
    if (this.lookup.catalogueRows <= SMALL_CATALOGUE_ROWS) return true;
    return rows + VISITED_ROW_ENTRIES * estimate <= COUNTED_ENTRIES;
  }

  /** The vocabulary does not say how often words occur together, so it is estimated on the sample. */
  private async likelyRows(query: LexemeQuery): Promise<number> {
    return query.factors.length > 1 ? this.estimate(query) : query.rows;
  }

  private async estimate(query: LexemeQuery): Promise<number> {
    return (await this.countRows(COUNT_SAMPLE, query)) * SAMPLE_STEP;
  }

  private async countRows(statement: string, query: LexemeQuery): Promise<number> {
    const parameters = [...this.scope.visible, ...searchKeys(query)];
    const [row] = await this.database.query<{ total: number }>(statement, parameters);
    return row?.total ?? 0;
  }

  private async rankFew(tiers: Tiers, page: { offset: number; limit: number }): Promise<Ranked> {
    const keys = tiers.map(searchKeys);
    const columns = [0, 1, 2, 3].map((part) => keys.map((key) => key[part]));
    return this.rankBy(rankAll(this.scope.sort), columns, page);
  }

  private async rank(
    statement: string,
    query: LexemeQuery,
    page: { offset: number; limit: number },
  ): Promise<Ranked> {
    return this.rankBy(statement, searchKeys(query), page);
  }

  private async rankBy(
    statement: string,
    keys: readonly unknown[],
    { offset, limit }: { offset: number; limit: number },
  ): Promise<Ranked> {
    const parameters = [...this.scope.visible, ...keys, offset, limit];
    const [row] = await this.database.query<Ranked>(statement, parameters);
    return row ?? NOBODY;
  }
}

const NOBODY: Ranked = { best: 0, total: 0, ids: [] };

/** Whether all tiers at once are found nearly as quickly as the last one: only one list of conditions can be skipped along. */
function isQuickUnion(tiers: Tiers): boolean {
  return !tiers
    .slice(0, -1)
    .some(({ isCovered, factors, rows }) => isCovered !== true && factors.length > 1 && rows > FEW_ROWS);
}
