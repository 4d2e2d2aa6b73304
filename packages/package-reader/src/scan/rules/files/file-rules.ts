import type { Hit, Rule } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { SCAN_STOPPED } from '../scan-stopped.js';
import { INNER_ARCHIVE_RULES, INNER_ROOM, openInner } from './inner-archives.js';
import { INSTALL_HOOK_RULES, installHookHits } from './install-hooks.js';
import { PICKLE_RULES, pickleHits } from './pickle-rules.js';
import { PROGRAM_RULES, programHits } from './programs.js';

/** The rules over files by what they are. */
export const FILE_RULES: readonly Rule[] = [
  ...PROGRAM_RULES,
  ...INSTALL_HOOK_RULES,
  ...PICKLE_RULES,
  ...INNER_ARCHIVE_RULES,
];

/** Applies the rules over files by what they are, and to the files of archives in the package. */
export async function findInFiles(files: readonly ScanFile[], deadline: number): Promise<Hit[]> {
  const hits: Hit[] = [];
  const room = { ...INNER_ROOM };
  const paths = new Set(files.map(({ path }) => path));
  for (const file of files) {
    if (Date.now() > deadline) return [...hits, { rule: SCAN_STOPPED, file }];
    hits.push(...hitsOf(file, paths));
    const inner = await openInner(file, room);
    const innerPaths = new Set(inner.files.map(({ path }) => path));
    hits.push(...inner.hits, ...inner.files.flatMap((one) => hitsOf(one, innerPaths)));
  }
  return hits;
}

function hitsOf(file: ScanFile, paths: ReadonlySet<string>): Hit[] {
  return [...programHits(file, (path) => paths.has(path)), ...installHookHits(file), ...pickleHits(file)];
}
