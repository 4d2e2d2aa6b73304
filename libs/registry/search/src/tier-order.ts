import { FIRST_PLACE, type Found, type Place } from './search-place.js';
import type { Tiers } from './search-tiers.js';

export type TierEntry = {
  readonly id: string;
  /** In the text form of a uuid. */
  readonly rankKey: string;
  /** 1-based number of its tier. */
  readonly tier: number;
};

/** @param tier The number of the tier, when only one was read. */
export function entriesOf({ ids, rankKeys, tiers }: Found, tier?: number): TierEntry[] {
  return ids.map((id, at) => ({ id, rankKey: rankKeys[at] ?? '', tier: tier ?? tiers[at] ?? 0 }));
}

/** Hexadecimal digits of a rank that hold its ranking and its popularity. */
const ADJUSTED_DIGITS = 12;

/**
 * The order of the rows of several tiers. A tier without a bonus is a separate stage: all its rows come before those of the
 * next. Neighbours with a bonus share one stage, in which the bonus is added to the popularity.
 */
export class TierOrder {
  readonly bonuses: readonly number[];
  /** The stage of each tier, in rising order. */
  readonly stages: readonly number[];

  constructor(tiers: Tiers) {
    this.bonuses = tiers.map(({ bonus = 0 }) => bonus);
    const isNew = tiers.map(({ bonus }, at) => bonus === undefined || tiers[at - 1]?.bonus === undefined);
    this.stages = isNew.map((_, at) => isNew.slice(0, at + 1).filter(Boolean).length);
  }

  /** Whether the tier at a 0-based place is the first of its stage. */
  opensStage(at: number): boolean {
    return this.stages[at] !== this.stages[at - 1];
  }

  /** Ids in order, each once, by its best tier. */
  sorted(entries: readonly TierEntry[]): string[] {
    const keyed = entries.map((entry) => ({ ...entry, adjusted: this.adjusted(entry) }));
    keyed.sort(
      (left, right) =>
        this.stage(left) - this.stage(right) ||
        left.adjusted - right.adjusted ||
        left.tier - right.tier ||
        compare(left.rankKey, right.rankKey) ||
        compare(left.id, right.id),
    );
    return [...new Set(keyed.map(({ id }) => id))];
  }

  /** Where reading continues in the tier at a 0-based place after a row; undefined when all of the tier comes before. */
  placeAfter(row: Place & TierEntry, at: number): Place | undefined {
    const stage = this.stages[at] ?? 0;
    if (stage < this.stage(row)) return undefined;
    if (stage > this.stage(row)) return FIRST_PLACE;
    if (at + 1 === row.tier) return row;
    const least = this.adjusted(row) + (this.bonuses[at] ?? 0) + (at + 1 < row.tier ? 1 : 0);
    const digits = least.toString(16).padStart(ADJUSTED_DIGITS, '0');
    return { ...FIRST_PLACE, rankKey: digits.padEnd(32, '0').replace(UUID_GROUPS, '$1-$2-$3-$4-$5') };
  }

  private stage({ tier }: TierEntry): number {
    return this.stages[tier - 1] ?? 0;
  }

  /** Ranking and popularity with the bonus of the tier; smaller comes first. */
  private adjusted({ rankKey, tier }: TierEntry): number {
    return (
      parseInt(rankKey.replaceAll('-', '').slice(0, ADJUSTED_DIGITS), 16) - (this.bonuses[tier - 1] ?? 0)
    );
  }
}

const UUID_GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/u;

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
