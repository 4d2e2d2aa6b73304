import type { ScanFile } from '../archive/index.js';
import type { ExtractionLimits } from '../extraction/index.js';
import type { PythonSourceTree } from '../python/index.js';
import type { ScanContext } from '../scan/index.js';

/** What a thread is to look through for harm. */
export type ScanOrder = {
  readonly files: readonly ScanFile[];
  readonly context: ScanContext;
  readonly timeoutMs: number;
};

/** What a thread is to find the app nodes of. */
export type ExtractionOrder = {
  readonly files: PythonSourceTree;
  readonly otherPaths: readonly string[];
  readonly packageName: string;
  readonly limits: ExtractionLimits;
};
