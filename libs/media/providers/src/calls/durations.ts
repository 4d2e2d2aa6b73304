/** Three per doubling: the bounds of each bucket are 26 % apart. */
const BUCKETS_PER_DOUBLING = 3;

/** Counts of calls by bucket of duration. Small, and those of several processes can be added up. */
export type Durations = Readonly<Record<string, number>>;

export function bucketOf(ms: number): number {
  return Math.floor(Math.log2(Math.max(1, ms)) * BUCKETS_PER_DOUBLING);
}

export function sumOf(all: readonly Durations[]): Durations {
  const sum: Record<string, number> = {};
  for (const durations of all)
    for (const [bucket, count] of Object.entries(durations)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}

/**
 * The duration in milliseconds that `share` (0–1) of the calls did not exceed, by the middle of its bucket, so within 13 %;
 * null when there was no call.
 */
export function quantileMs(durations: Durations, share: number): number | null {
  const counts = Object.entries(durations)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket);
  let left = Math.ceil(share * counts.reduce((sum, { count }) => sum + count, 0));
  for (const { bucket, count } of counts) {
    left -= count;
    if (left <= 0) return Math.round(2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING));
  }
  return null;
}
