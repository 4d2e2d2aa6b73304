import { LISTED_ROWS_MAX, type ListTotal, listTotal } from '#libs/platform/http';
import { EVERYTHING, searchKeys, type LexemeQuery } from './lexeme-query.js';
import type { Scope } from './search-conditions.js';
import type { SearchDatabase } from './search-database.js';
import {
  countAll,
  countEach,
  countSample,
  rankAfter,
  rankAll,
  rankFound,
  SAMPLE_STEP,
} from './search-sql.js';
import { type Found, NONE_FOUND, type Place } from './search-place.js';
import type { Tiers } from './search-tiers.js';
import { TierOrder } from './tier-order.js';
import type { Lookup } from './vocabulary-lookup.js';

/** One page of ranked rows, and the number of rows. */
export type Ranked = Found & {
  readonly best?: number;
  readonly total: number;
};

export const NO_ROWS: Ranked = { best: 0, total: 0, ...NONE_FOUND };

/** Tiers with fewer rows are ranked at once; a larger one is read from the best-ranked rows on. */
export const FEW_ROWS = 500;
/** So few matches are compared with each tier, which is faster than looking every tier up. */
const VERY_FEW_ROWS = 300;
/** From this estimate on, the total is certainly above the bound; below, it is counted. Four standard errors of the sample. */
const SURELY_MANY = 1.3 * LISTED_ROWS_MAX;
/** A word with twice the bound needs no sample: the vocabulary's counts are at most a day old. */
const KNOWN_MANY = 2 * LISTED_ROWS_MAX;
/** Smaller catalogues are always counted, because it costs little. */
const SMALL_CATALOGUE_ROWS = 100_000;
/** Most index entries read to count, which takes 5 to 10 ms. Beyond, the number is only estimated. */
const COUNTED_ENTRIES = 15_000;
/** Reading a row that matches costs as much as this many index entries. */
const VISITED_ROW_ENTRIES = 4;

/** Ranks, estimates and counts the rows of tiers for `TierReader`. */
export class TierRows {
  private readonly estimates = new Map<string, number>();

  constructor(
    private readonly database: SearchDatabase,
    private readonly scope: Scope,
    private readonly lookup: Pick<Lookup, 'catalogueRows'>,
  ) {}

  /** A page of few matches; undefined when there are many. */
  async rankIfFew(
    tiers: Tiers,
    every: LexemeQuery,
    page: { offset: number; limit: number },
  ): Promise<Ranked | undefined> {
    if ((await this.likelyRows(every)) <= VERY_FEW_ROWS) {
      const texts = tiers.map((tier) => tier.text);
      const keys = searchKeys(every);
      const statement = rankFound(this.scope.sort, keys.length);
      return this.rankBy(statement, keys, page, [...this.orderOf(tiers), texts]);
    }
    if (Math.max(...tiers.map((tier) => tier.rows)) <= FEW_ROWS) return this.rankFew(tiers, page);
    return undefined;
  }

  async rankFew(tiers: Tiers, page: { offset: number; limit: number }): Promise<Ranked> {
    const { parts, columns } = keyColumns(tiers);
    return this.rankBy(rankAll(this.scope.sort, parts), columns, page, this.orderOf(tiers));
  }

  async rank(
    statement: (keys: number) => string,
    query: LexemeQuery,
    page: { offset: number; limit: number },
  ): Promise<Ranked> {
    const keys = searchKeys(query);
    return this.rankBy(statement(keys.length), keys, page);
  }

  async rankAfter(
    tier: LexemeQuery,
    earlier: string,
    { value, rankKey, id }: Place,
    needed: number,
    window?: number,
  ): Promise<Found> {
    const { visible, sort } = this.scope;
    const keys = searchKeys(tier);
    const parameters = [...visible, ...keys, value, rankKey, id, needed, earlier];
    const [row] = await this.database.query<Found>(
      rankAfter(sort, window !== undefined, keys.length),
      window === undefined ? parameters : [...parameters, window],
    );
    return row ?? NONE_FOUND;
  }

  /** The number of rows, of which `shown` are known. */
  async count(every: LexemeQuery, shown: number): Promise<ListTotal> {
    const [, os, accelerator] = this.scope.visible;
    const isOpen = os === null && accelerator === null;
    if (isOpen && every.leastRows >= KNOWN_MANY) return { total: LISTED_ROWS_MAX, totalIsExact: false };
    const estimate = Math.max(shown, await this.estimate(every));
    if (estimate >= SURELY_MANY || !this.isCountable(every, estimate)) {
      return { total: Math.min(estimate, LISTED_ROWS_MAX), totalIsExact: false };
    }
    return listTotal(await this.countRows(countAll, every));
  }

  /** The number of rows of each query, at most `most`. */
  async countEach(queries: Tiers, most: number): Promise<Map<LexemeQuery, number>> {
    const { parts, columns } = keyColumns(queries);
    const parameters = [...this.scope.visible, ...columns, most];
    const [row] = await this.database.query<{ counts: number[] }>(countEach(parts), parameters);
    return new Map(queries.map((query, at) => [query, row?.counts[at] ?? 0]));
  }

  /** The vocabulary does not say how often words occur together, so the number is estimated on the sample. */
  async likelyRows(query: LexemeQuery): Promise<number> {
    const isSure = query.factors.length < 2 || query.rows <= VERY_FEW_ROWS;
    return isSure ? query.rows : this.estimate(query);
  }

  private async estimate(query: LexemeQuery): Promise<number> {
    const known = this.estimates.get(query.text);
    if (known !== undefined) return known;
    const estimate = (await this.countRows(countSample, query)) * SAMPLE_STEP;
    this.estimates.set(query.text, estimate);
    return estimate;
  }

  private isCountable({ rows }: LexemeQuery, estimate: number): boolean {
    if (this.lookup.catalogueRows <= SMALL_CATALOGUE_ROWS) return true;
    return rows + VISITED_ROW_ENTRIES * estimate <= COUNTED_ENTRIES;
  }

  private async countRows(statement: (keys: number) => string, query: LexemeQuery): Promise<number> {
    const keys = searchKeys(query);
    const parameters = [...this.scope.visible, ...keys];
    const [row] = await this.database.query<{ total: number }>(statement(keys.length), parameters);
    return row?.total ?? 0;
  }

  private orderOf(tiers: Tiers): (readonly number[])[] {
    if (this.scope.sort !== 'relevance') return [];
    const { stages, bonuses } = new TierOrder(tiers);
    return [stages, bonuses];
  }

  private async rankBy(
    statement: string,
    keys: readonly unknown[],
    { offset, limit }: { offset: number; limit: number },
    others: readonly unknown[] = [],
  ): Promise<Ranked> {
    const parameters = [...this.scope.visible, ...keys, offset, limit, ...others];
    const [row] = await this.database.query<Ranked>(statement, parameters);
    return row ?? NO_ROWS;
  }
}

function keyColumns(queries: Tiers): { parts: number; columns: string[][] } {
  const keys = queries.map(searchKeys);
  const parts = Math.max(...keys.map((own) => own.length));
  const columns = Array.from({ length: parts }, (_, part) => keys.map((own) => own[part] ?? EVERYTHING));
  return { parts, columns };
}
