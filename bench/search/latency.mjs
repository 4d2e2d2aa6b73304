import { makeKnownItems } from './known-items.mjs';
import { pick, seededRandom } from './random.mjs';
import { percentile } from './scores.mjs';

const LIMIT = 20;
const DEEPEST_ROW = 10_000;
/** Requests of each kind of deep pages; finding their start takes as long as they are deep. */
const DEEP_REQUESTS = 150;
const FIELDS = { keyword: 'search', repository: 'repositoryUrlSearch', app_node: 'appNodeSearch' };

/**
 * Runs every kind of query for `seconds` with `clients` at once; each client sends its next query when the last one is
 * answered.
 */
export async function measureLatency({ find, requestsByKind, clients, seconds }) {
  const rows = [];
  for (const [kind, all] of Object.entries(requestsByKind)) {
    const requests = all.some(({ page }) => page > 1) ? await withCursors(find, all) : all;
    // Warm up for as long: a server that has just started reads its pages one by one.
    await runClients({ find, requests, clients, seconds });
    rows.push({ kind, ...(await runClients({ find, requests, clients, seconds })) });
  }
  return rows;
}

/** A deep page is read after the one before it, as a client does that follows the links. */
export async function withCursors(find, requests) {
  const deep = [];
  for (const request of requests.slice(0, DEEP_REQUESTS)) {
    const before = await find({ ...request, page: Math.max(1, request.page - 1) });
    const id = before.ids.at(-1);
    if (id !== undefined) deep.push({ ...request, page: 1, after: { ...before, id } });
  }
  return deep;
}

async function runClients({ find, requests, clients, seconds }) {
  const times = [];
  let exact = 0;
  let next = 0;
  const end = performance.now() + seconds * 1_000;
  const client = async () => {
    while (performance.now() < end) {
      const request = requests[next++ % requests.length];
      const started = performance.now();
      const result = await find(request);
      times.push(performance.now() - started);
      if (result.totalIsExact) exact += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return {
    'queries/s': Math.round(times.length / seconds),
    p50ms: percentile(times, 0.5),
    p95ms: percentile(times, 0.95),
    p99ms: percentile(times, 0.99),
    exactTotals: Number((exact / Math.max(1, times.length)).toFixed(2)),
  };
}

/** Requests of every kind for a catalogue of which `documents` is a part and `commonWords` the most frequent words. */
export function makeRequests({ documents, commonWords, commonAppWords, seed }) {
  const random = seededRandom(seed);
  const many = (make) => Array.from({ length: 500 }, make);
  const page = () => 1 + Math.floor(random() * (DEEPEST_ROW / LIMIT));
  const word = () => pick(random, commonWords);
  const known = Map.groupBy(makeKnownItems(documents, 300, seed), ({ kind }) => kind);
  const knownRequests = [...known].map(([kind, queries]) => [
    kind,
    queries.map(({ field, query }) => ({ page: 1, limit: LIMIT, [FIELDS[field]]: query })),
  ]);
  const first = { page: 1, limit: LIMIT };
  return {
    ...Object.fromEntries(knownRequests),
    common_word: many(() => ({ ...first, search: word() })),
    two_common_words: many(() => ({ ...first, search: `${word()} ${word()}` })),
    three_common_words: many(() => ({ ...first, search: `${word()} ${word()} ${word()}` })),
    one_letter: [...'abcdefghijklmnopqrstuvwxyz0123456789'].map((letter) => ({ ...first, search: letter })),
    two_letters: many(() => ({ ...first, search: pick(random, documents).name.slice(8, 10) || 'ab' })),
    noise_word: [{ ...first, search: 'comfyui' }],
    nothing_found: many(() => ({
      ...first,
      search: `${random().toString(36).slice(2, 12)} ${random().toString(36).slice(2, 9)}`,
    })),
    common_app_word: many(() => ({ ...first, appNodeSearch: pick(random, commonAppWords) })),
    common_word_by_system: many(() => ({
      ...first,
      search: word(),
      supportedOs: 'Linux',
      supportedAccelerator: 'CUDA',
    })),
    common_word_and_app: many(() => ({
      ...first,
      search: word(),
      appNodeSearch: pick(random, commonAppWords),
    })),
    browse: many(() => ({ ...first, page: page() })),
    deep_common_word: many(() => ({ page: page(), limit: LIMIT, search: word() })),
    deepest_common_word: many(() => ({ page: DEEPEST_ROW / LIMIT, limit: LIMIT, search: word() })),
    deep_common_app_word: many(() => ({
      page: page(),
      limit: LIMIT,
      appNodeSearch: pick(random, commonAppWords),
    })),
    common_word_by_downloads: many(() => ({ ...first, search: word(), sort: 'downloads' })),
    common_word_newest: many(() => ({ ...first, search: word(), sort: 'newest' })),
  };
}
