import type { Hit, Rule } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { SCAN_STOPPED } from '../scan-stopped.js';
import { BUILD_BACKEND_RULES, buildBackendHits } from './build-backends.js';
import { INNER_ARCHIVE_RULES } from './inner-archives.js';
import { INSTALL_HOOK_RULES, installHookHits } from './install-hooks.js';
import { PICKLE_RULES, pickleHits } from './pickle-rules.js';
import { PROGRAM_RULES, programHits } from './programs.js';

/** The rules over files by what they are. */
export const FILE_RULES: readonly Rule[] = [
  ...PROGRAM_RULES,
  ...INSTALL_HOOK_RULES,
  ...BUILD_BACKEND_RULES,
  ...PICKLE_RULES,
  ...INNER_ARCHIVE_RULES,
];

/** Applies the rules over files by what they are. */
export function findInFiles(files: readonly ScanFile[], deadline: number): Hit[] {
  const hits = buildBackendHits(files);
  const paths = new Set(files.map(({ path }) => path));
  const hasPath = (path: string): boolean => paths.has(path);
  for (const file of files) {
    if (Date.now() > deadline) return [...hits, { rule: SCAN_STOPPED, file }];
    hits.push(...programHits(file, hasPath), ...installHookHits(file), ...pickleHits(file));
  }
  return hits;
}
