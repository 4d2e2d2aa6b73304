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

/** Unpacks the archives in a package. @returns their files, and what is to be said of the archives themselves. */
export async function openArchives(
  files: readonly ScanFile[],
  deadline: number,
): Promise<{ inner: ScanFile[]; hits: Hit[] }> {
  const room = { ...INNER_ROOM };
  const inner: ScanFile[] = [];
  const hits: Hit[] = [];
  for (const file of files) {
    if (Date.now() > deadline) return { inner, hits: [...hits, { rule: SCAN_STOPPED, file }] };
    const opened = await openInner(file, room);
    inner.push(...opened.files);
    hits.push(...opened.hits);
  }
  return { inner, hits };
}

/** Applies the rules over files by what they are. */
export function findInFiles(files: readonly ScanFile[], deadline: number): Hit[] {
  const hits: Hit[] = [];
  const paths = new Set(files.map(({ path }) => path));
  const hasPath = (path: string): boolean => paths.has(path);
  for (const file of files) {
    if (Date.now() > deadline) return [...hits, { rule: SCAN_STOPPED, file }];
    hits.push(...programHits(file, hasPath), ...installHookHits(file), ...pickleHits(file));
  }
  return hits;
}
