import type { ExtractionLimits } from '../extraction/extraction-limits.js';
import type { ExtractionResult } from '../extraction/extraction-result.js';
import type { ScanContext, ScanFile } from '../scan/scan-file.js';
import type { ScanResult } from '../scan/scan-in-thread.js';

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
