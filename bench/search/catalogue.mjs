import fs from 'node:fs';

/** Reads a catalogue (JSON lines) as search documents. */
export function readCatalogue(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => documentOf(JSON.parse(line)));
}

/** Known-item queries: `{ kind, field: keyword|repository|app_node, query, expected: ids }` per line. */
export function readQueries(file) {
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function documentOf(entry) {
  return {
    id: entry.id,
    name: entry.name ?? entry.id,
    author: entry.author ?? '',
    publisherId: '',
    publisherName: '',
    description: entry.description ?? '',
    tags: entry.tags ?? [],
    repository: entry.repository ?? '',
    appNodeNames: entry.app_nodes ?? [],
    os: entry.supported_os ?? [],
    accelerators: entry.supported_accelerators ?? [],
    searchRanking: entry.search_ranking ?? 0,
    downloads: entry.downloads ?? 0,
    stars: entry.github_stars ?? 0,
    createdAt: new Date(entry.created_at ?? '2026-01-01T00:00:00Z'),
    banned: false,
  };
}
