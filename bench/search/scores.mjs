const DEPTH = 10;

/** Rank of the first expected id, or 0. */
export function firstHit(ids, expected) {
  const wanted = new Set(expected.map((id) => id.toLowerCase()));
  return ids.slice(0, DEPTH).findIndex((id) => wanted.has(id.toLowerCase())) + 1;
}

/** Mean reciprocal rank@10, hit@1 and hit@10 per kind and over all. */
export function scoresByKind(results) {
  const kinds = Map.groupBy(results, ({ kind }) => kind);
  const rows = [...kinds, ['all', results]].map(([kind, own]) => ({
    kind,
    queries: own.length,
    mrr10: mean(own, ({ rank }) => (rank > 0 ? 1 / rank : 0)),
    hit1: mean(own, ({ rank }) => (rank === 1 ? 1 : 0)),
    hit10: mean(own, ({ rank }) => (rank > 0 ? 1 : 0)),
    p50ms: percentile(
      own.map(({ ms }) => ms),
      0.5,
    ),
    p95ms: percentile(
      own.map(({ ms }) => ms),
      0.95,
    ),
  }));
  return rows;
}

/** Nearest-rank percentile. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return Number((sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0).toFixed(2));
}

function mean(list, value) {
  return Number((list.reduce((sum, item) => sum + value(item), 0) / Math.max(1, list.length)).toFixed(4));
}
