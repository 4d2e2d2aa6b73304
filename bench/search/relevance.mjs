import { firstHit, scoresByKind } from './scores.mjs';

/** Loads each engine with the same documents, asks the same queries one after another, and scores the answers. */
export async function measureRelevance(engines, documents, querySets) {
  const tables = [];
  for (const engine of engines) {
    const started = performance.now();
    await engine.load(documents);
    const loadSeconds = Number(((performance.now() - started) / 1_000).toFixed(1));
    for (const [set, queries] of Object.entries(querySets)) {
      const results = [];
      for (const query of queries) results.push(await ask(engine, query));
      tables.push({ engine: engine.name, set, loadSeconds, rows: scoresByKind(results) });
    }
  }
  return tables;
}

async function ask(engine, query) {
  const started = performance.now();
  const ids = await engine.find(query);
  return { kind: query.kind, ms: performance.now() - started, rank: firstHit(ids, query.expected) };
}
