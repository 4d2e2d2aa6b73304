import { anyOf, without, type LexemeQuery } from './lexeme-query.js';
import { type Scope } from './search-conditions.js';
import { type SearchDatabase } from './search-database.js';
import { EXACT_TOTAL_MAX, type NodeSearchResult } from './search-request.js';
import {
  BEHIND_HEADS,
  COUNT_ALL,
  COUNT_SAMPLE,
  HEAD_ROWS,
  rankAll,
  rankHead,
  SAMPLE_STEP,
  walkSorted,
} from './search-sql.js';
import { type Tiers } from './search-tiers.js';
import { type Lookup } from './vocabulary-lookup.js';

/** A page, and the 1-based number of the best tier that has rows; 0 when that was not looked at. */
export interface TierPage extends NodeSearchResult {
  readonly best: number;
}

interface Ranked {
  readonly best?: number;
  readonly total: number;
  readonly ids: string[];
}

/** A condition with fewer rows than this is ranked as a whole; a larger one is read from the best-ranked rows on. */
const FEW_ROWS = 4_000;
/** A head is tried when it should have this many times the rows that are needed. */
const HEAD_MARGIN = 1.5;
/** From this estimate on, the total is certainly over the bound; below it is counted. Four standard errors of the sample. */
const SURELY_MANY = 1.3 * EXACT_TOTAL_MAX;
/** A word with twice the bound needs no sample: the vocabulary's counts are not older than a day. */
const KNOWN_MANY = 2 * EXACT_TOTAL_MAX;
/** Conditions that read more index entries than this are estimated only: counting them takes over 50 ms. */
const COUNTED_ROWS = 60_000;

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
    const ids = await (this.scope.sort === 'relevance' ? this.readMany(tiers) : this.walk(every));
    const isLastPage = ids.length > 0 && ids.length < this.scope.limit;
    const count = isLastPage
      ? boundedTotal(ids, this.scope.offset + ids.length)
      : await this.count(every, this.scope.offset + ids.length);
    return { ...count, ids, best: 0 };
  }

  private async readFew(tiers: Tiers): Promise<TierPage> {
    const ranked = await this.rank(rankAll(this.scope.sort), [tiers.map((tier) => tier.text)], this.scope);
    return { ...boundedTotal(ranked.ids, ranked.total), best: ranked.best ?? 0 };
  }

  /** Rare tiers at the front in one statement, then tier by tier until the page is full. */
  private async readMany(tiers: Tiers): Promise<string[]> {
    const firstLarge = tiers.findIndex((tier) => tier.rows > FEW_ROWS);
    const front = tiers.slice(0, firstLarge);
    const page = { offset: this.scope.offset, limit: this.scope.limit };
    const ids: string[] = [];
    const take = ({ total, ids: found }: Ranked): void => {
      ids.push(...found);
      page.offset = Math.max(0, page.offset - total);
      page.limit -= found.length;
    };
    if (front.length > 0) take(await this.rank(rankAll('relevance'), [front.map((tier) => tier.text)], page));
    for (let at = firstLarge; at < tiers.length && page.limit > 0; at++) {
      const tier = tiers[at];
      if (tier !== undefined) take(await this.readTier(without(tier, tiers.slice(0, at)), page));
    }
    return ids;
  }

  /** Widens the range of best-ranked rows until it fills the page or is everything. */
  private async readTier(tier: LexemeQuery, page: { offset: number; limit: number }): Promise<Ranked> {
    const needed = page.offset + page.limit;
    for (const head of this.headsFor(tier.rows, needed)) {
      const ranked = await this.rank(rankHead(head), [tier.text], page);
      if (ranked.total >= needed) return ranked;
    }
    return this.rank(rankHead(BEHIND_HEADS), [tier.text], page);
  }

  private headsFor(tierRows: number, needed: number): number[] {
    if (tierRows <= FEW_ROWS) return [];
    const share = Math.min(1, tierRows / Math.max(1, this.lookup.catalogueRows));
    return this.lookup.heads.filter((head) => (HEAD_ROWS[head] ?? 0) * share >= HEAD_MARGIN * needed);
  }

  private async walk(every: LexemeQuery): Promise<string[]> {
    const parameters = [...this.scope.visible, every.text, this.scope.offset, this.scope.limit];
    const [row] = await this.database.query<{ ids: string[] }>(walkSorted(this.scope.sort), parameters);
    return row?.ids ?? [];
  }

  /** `shown` rows are known to exist. */
  private async count(every: LexemeQuery, shown: number): Promise<{ total: number; totalIsExact: boolean }> {
    const [, os, accelerator] = this.scope.visible;
    const isOpen = os === null && accelerator === null;
    if (isOpen && every.leastRows >= KNOWN_MANY) return { total: EXACT_TOTAL_MAX, totalIsExact: false };
    const parameters = [...this.scope.visible, every.text];
    const [sample] = await this.database.query<{ total: number }>(COUNT_SAMPLE, parameters);
    const estimate = Math.max(shown, (sample?.total ?? 0) * SAMPLE_STEP);
    if (estimate >= SURELY_MANY || every.rows > COUNTED_ROWS) {
      return { total: Math.min(estimate, EXACT_TOTAL_MAX), totalIsExact: false };
    }
    const [all] = await this.database.query<{ total: number }>(COUNT_ALL, parameters);
    const { total, totalIsExact } = boundedTotal([], all?.total ?? 0);
    return { total, totalIsExact };
  }

  private async rank(
    statement: string,
    conditions: readonly unknown[],
    page: { offset: number; limit: number },
  ): Promise<Ranked> {
    const parameters = [...this.scope.visible, ...conditions, page.offset, page.limit];
    const [row] = await this.database.query<Ranked>(statement, parameters);
    return row ?? { total: 0, ids: [] };
  }
}

/** Totals above the bound become the bound, marked as such. */
export function boundedTotal(ids: string[], total: number): NodeSearchResult {
  return { ids, total: Math.min(total, EXACT_TOTAL_MAX), totalIsExact: total <= EXACT_TOTAL_MAX };
}
