import type { PythonSourceTree } from '../python/index.js';
import { runInWorker } from '../worker/run-in-worker.js';
import { DEFAULT_EXTRACTION_LIMITS, type ExtractionLimits } from './extraction-limits.js';
import type { ExtractionResult } from './extraction-result.js';

/** A thread that does not stop at its deadline is ended this much later. */
const GRACE_MS = 2_000;
const STACK_MEBIBYTES = 8;
/** Share of the steps for a second thread, when the first one hung or needed too much memory. */
const CAREFUL_SHARE = 50;

/**
 * Finds the app nodes that a package registers, by reading its Python. No code of the package is run.
 *
 * Runs in a separate thread with limited heap and time, so a hostile package only gets a `failed` result with what was found.
 *
 * @param files The package's sources, and the data they may read, by path, without a wrapper folder.
 * @param options `packageName`: the folder the host would install it in, for imports by that name; `otherPaths`: the
 *   package's further files, for code that lists folders.
 */
export async function extractAppNodes(
  files: PythonSourceTree,
  options: {
    readonly packageName?: string;
    readonly otherPaths?: readonly string[];
    readonly limits?: Partial<ExtractionLimits>;
  } = {},
): Promise<ExtractionResult> {
  const limits = { ...DEFAULT_EXTRACTION_LIMITS, ...options.limits };
  const { lost, result } = await inThread(files, options, limits);
  if (!lost) return result;
  // The results of the first thread are lost. A second one stops long before that place.
  const careful = { ...limits, steps: limits.steps / CAREFUL_SHARE, triesPatterns: false };
  const second = await inThread(files, options, careful);
  return {
    ...second.result,
    status: 'failed',
    ...(result.reason === undefined ? {} : { reason: result.reason }),
  };
}

/** Runs one thread to its end; `lost` when it was ended without an answer. */
async function inThread(
  files: PythonSourceTree,
  options: { readonly packageName?: string; readonly otherPaths?: readonly string[] },
  limits: ExtractionLimits,
): Promise<{ lost: boolean; result: ExtractionResult }> {
  const { packageName = 'package', otherPaths = [] } = options;
  const end = await runInWorker<ExtractionResult>({
    script: 'extraction/extraction.worker.js',
    data: { files, packageName, otherPaths, limits },
    heapMebibytes: limits.heapMebibytes,
    stackMebibytes: STACK_MEBIBYTES,
    timeoutMs: limits.timeoutMs + GRACE_MS,
  });
  if (!end.isLost) return { lost: false, result: end.value };
  const reason = LOSSES[end.cause];
  return {
    lost: true,
    result: { status: 'failed', reason, appNodes: [], unknowns: [], problems: [] },
  };
}

const LOSSES = {
  time: 'the extraction takes too long',
  memory: 'the extraction needs too much memory',
  error: 'the extraction stopped with an internal error',
  silence: 'the extraction stopped without an answer',
} as const;
