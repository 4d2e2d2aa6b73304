import type { ReadingLimits } from '../python/index.js';

/** How much work one package may cause. */
export type ExtractionLimits = {
  /** Steps for the metadata of one node, so that one expensive class cannot starve the others. */
  readonly stepsPerNode: number;
  /** App nodes of one package; one with more is refused as a whole. */
  readonly appNodes: number;
  /** One JSON field, in UTF-16 units; a larger one is reported and left out. */
  readonly jsonChars: number;
  /** Heap of the worker thread, in MiB. */
  readonly heapMebibytes: number;
} & ReadingLimits;

/** Enough for packages of a thousand nodes. */
export const DEFAULT_EXTRACTION_LIMITS: ExtractionLimits = {
  steps: 5_000_000,
  stepsPerNode: 100_000,
  triesPatterns: true,
  depth: 600,
  calls: 60,
  fileChars: 2_000_000,
  appNodes: 5_000,
  jsonChars: 200_000,
  timeoutMs: 120_000,
  heapMebibytes: 384,
};
