import type { Hit, Rule } from '../rule.js';
import type { ScanContext, ScanFile } from '../scan-file.js';
import { DEPENDENCY_RULES, dependencyHits } from './dependencies/dependencies.js';
import { SCAN_STOPPED } from './scan-stopped.js';
import { contextWordHits, WORD_RULES, wordHits } from './words/words.js';

/** The rules over what a package requires, and over words that deceive people or assistants. */
export const DECLARED_RULES: readonly Rule[] = [...DEPENDENCY_RULES, ...WORD_RULES];

/** Applies `DECLARED_RULES` until the deadline, in milliseconds since 1970. */
export function findInDeclared(files: readonly ScanFile[], context: ScanContext, deadline: number): Hit[] {
  const hits = [...dependencyHits(files, context), ...contextWordHits(context)];
  for (const file of files) {
    if (Date.now() > deadline) return [...hits, { rule: SCAN_STOPPED, file }];
    hits.push(...wordHits(file));
  }
  return hits;
}
