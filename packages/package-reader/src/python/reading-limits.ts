/** How much work reading the code of one package may cause. */
export type ReadingLimits = {
  /**
   * Steps, a step being one expression or statement, or as much work of a built-in function. They bound the work, so that
   * the same package gives the same result on every machine: about 3 s on an idle one.
   */
  readonly steps: number;
  /** Whether regular expressions are tried; else their results are not known. */
  readonly triesPatterns: boolean;
  /** Nesting of expressions and statements, calls included. */
  readonly depth: number;
  /** Nesting of calls. */
  readonly calls: number;
  /** Size of one source file in UTF-16 units; larger ones are reported and not read. */
  readonly fileChars: number;
  /** Wall clock for the whole, in milliseconds; only a thread that hangs comes near. */
  readonly timeoutMs: number;
};
