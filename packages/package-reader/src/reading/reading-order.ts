import type { ScanFile } from '../archive/index.js';
import type { ExtractionLimits, ExtractionResult } from '../extraction/index.js';
import type { ScanContext, ScanResult } from '../scan/index.js';

/** What a thread is to do with the files of a package. */
export type ReadingOrder = {
  readonly files: readonly ScanFile[];
  readonly scan?: { readonly context: ScanContext; readonly timeoutMs: number };
  readonly extraction?: {
    /** Paths of the files that its code may read. */
    readonly sources: readonly string[];
    readonly otherPaths: readonly string[];
    readonly packageName: string;
    readonly limits: ExtractionLimits;
  };
};

export type ReadingMessage = { readonly scan: ScanResult } | { readonly extraction: ExtractionResult };
