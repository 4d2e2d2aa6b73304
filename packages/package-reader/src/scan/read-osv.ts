import { entryContent, readZip } from './rules/files/zip-entries.js';
import { normalName } from './rules/dependencies/one-edit.js';

/** Far more than the advisories of all Python packages; in entries, and in bytes for one and for all. */
const ENTRIES_MAX = 500_000;
const ENTRY_BYTES = 1024 * 1024;
const TOTAL_BYTES = 1024 * 1024 * 1024;
const NAMES_MAX = 1_000_000;

/**
 * Reads advisories in the OSV format (https://ossf.github.io/osv-schema/, read 2026-11-27): one JSON advisory, a list of them, or a
 * zip file of such files. Those of malicious Python packages count: id `MAL-…`, ecosystem `PyPI`, not withdrawn.
 *
 * @returns Names in lower case for `ScanContext.knownMalicious`: `name` for all versions, `name==version` for one.
 * @throws SyntaxError when it is neither JSON nor a zip file that can be read to its end.
 */
export async function readOsv(bytes: Buffer): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  if (bytes.toString('latin1', 0, 2) !== 'PK') {
    const document: unknown = JSON.parse(bytes.toString('utf8'));
    for (const advisory of Array.isArray(document) ? document : [document]) add(advisory, names);
    return names;
  }
  let left = TOTAL_BYTES;
  let entries = 0;
  const isWhole = await readZip(bytes, async (zip, entry) => {
    entries += 1;
    if (entries > ENTRIES_MAX || left <= 0) return false;
    if (!/(?:^|\/)MAL-[^/]*\.json$/.test(entry.fileName)) return true;
    const { content } = await entryContent(zip, entry, ENTRY_BYTES);
    left -= content.length;
    add(JSON.parse(content.toString('utf8')), names);
    return true;
  });
  if (!isWhole) throw new SyntaxError('The zip file of advisories cannot be read to its end.');
  return names;
}

type Affected = {
  package?: { ecosystem?: unknown; name?: unknown };
  versions?: unknown;
  ranges?: { events?: { introduced?: unknown; fixed?: unknown; last_affected?: unknown }[] }[];
};

function add(advisory: unknown, names: Set<string>): void {
  if (typeof advisory !== 'object' || advisory === null) return;
  const { id, withdrawn, affected } = advisory as {
    id?: unknown;
    withdrawn?: unknown;
    affected?: Affected[];
  };
  if (typeof id !== 'string' || !id.startsWith('MAL-') || withdrawn !== undefined || !Array.isArray(affected))
    return;
  for (const item of affected) {
    const { ecosystem, name } = item.package ?? {};
    if (ecosystem !== 'PyPI' || typeof name !== 'string' || names.size >= NAMES_MAX) continue;
    const normal = normalName(name);
    const versions = Array.isArray(item.versions)
      ? item.versions.filter((version) => typeof version === 'string')
      : [];
    if (isEveryVersion(item) || versions.length === 0) names.add(normal);
    else for (const version of versions) names.add(`${normal}==${version}`);
  }
}

function isEveryVersion({ ranges }: Affected): boolean {
  const events = Array.isArray(ranges) ? ranges.flatMap((range) => range.events ?? []) : [];
  const hasEnd = events.some(({ fixed, last_affected: last }) => fixed !== undefined || last !== undefined);
  return events.some(({ introduced }) => introduced === '0') && !hasEnd;
}
