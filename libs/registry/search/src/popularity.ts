export type PopularityFacts = {
  readonly downloads: number;
  readonly stars: number;
  /** Sum and number of ratings from 1 to 5. */
  readonly ratingSum?: number;
  readonly ratingCount?: number;
  /** Days since the latest version; absent without one. */
  readonly ageDays?: number | undefined;
};

/** How many steps twice as many stars are worth. */
export const STEPS_PER_DOUBLING = 16;
/** The largest popularity that a rank keeps. */
const POPULARITY_MAX = 2 ** 15 - 1;

/** How many downloads count as much as one star. */
const DOWNLOADS_PER_STAR = 20;
const NEUTRAL_RATING = 3;
/** Neutral ratings added to the real ones, so that a few ratings have little weight. */
const NEUTRAL_RATINGS = 5;
const RATING_RANGE = 2;
/** Quarters of a year after which a version is no longer recent. */
const FRESH_QUARTERS = 4;
const QUARTER_DAYS = 91;

/**
 * How popular a node is, in steps: the logarithm of its stars and downloads, plus or minus up to one doubling for its rating,
 * plus up to one for a recent version. At least 0.
 */
export function popularityOf(facts: PopularityFacts): number {
  const { downloads, stars, ratingSum = 0, ratingCount = 0, ageDays = Infinity } = facts;
  const known = Math.log2(1 + Math.max(0, stars) + Math.max(0, downloads) / DOWNLOADS_PER_STAR);
  const rating =
    (ratingSum + NEUTRAL_RATING * NEUTRAL_RATINGS) / (ratingCount + NEUTRAL_RATINGS) - NEUTRAL_RATING;
  const quarters = Math.floor(Math.max(0, ageDays) / QUARTER_DAYS);
  const freshness = Math.max(0, 1 - quarters / FRESH_QUARTERS);
  const steps = Math.round(STEPS_PER_DOUBLING * (known + rating / RATING_RANGE + freshness));
  return Math.min(Math.max(steps, 0), POPULARITY_MAX);
}
