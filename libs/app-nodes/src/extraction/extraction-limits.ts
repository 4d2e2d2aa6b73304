/** How much work one package may cause. */
export interface ExtractionLimits {
  /**
   * Steps, a step being one expression or statement, or as much work of a built-in function. They bound the work, so that
   * the same package gives the same result on every machine: about 3 s on an idle one.
   */
  readonly steps: number;
  /** Steps for the metadata of one node, so that one expensive class cannot starve the others. */
  readonly stepsPerNode: number;
  /** Whether regular expressions are tried; else their results are not known. */
  readonly triesPatterns: boolean;
  /** Nesting of expressions and statements, calls included. */
  readonly depth: number;
  /** Nesting of calls. */
  readonly calls: number;
  /** Size of one source file in UTF-16 units; larger ones are reported and not read. */
  readonly fileChars: number;
  /** App nodes of one package; one with more is refused as a whole. */
  readonly appNodes: number;
  /** One JSON field, in UTF-16 units; a larger one is reported and left out. */
  readonly jsonChars: number;
  /** Wall clock for the whole, in milliseconds; only a thread that hangs comes near. It is ended shortly after. */
  readonly timeoutMs: number;
  /** Heap of the worker thread, in MiB. */
  readonly heapMebibytes: number;
}

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
