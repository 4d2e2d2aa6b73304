import { Worker } from 'node:worker_threads';

import { compiledFile } from '#libs/platform/runtime';

import { DEFAULT_EXTRACTION_LIMITS, type ExtractionLimits } from './extraction-limits.js';
import { type ExtractionResult } from './extraction-result.js';
import { type PythonSourceTree } from './python/source-tree.js';

/** A thread that does not stop by itself at its deadline is ended this much later. */
const GRACE_MS = 2_000;
const STACK_MEBIBYTES = 8;

/**
 * Finds the app nodes that a package registers, by reading its Python. No code of the package is run.
 *
 * Works in a thread of its own with bounded heap and time, so a hostile package costs a `failed` result.
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
  const worker = new Worker(compiledFile(import.meta.url, './extraction.worker.js'), {
    workerData: {
      files,
      packageName: options.packageName ?? 'package',
      otherPaths: options.otherPaths ?? [],
      limits,
    },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMebibytes, stackSizeMb: STACK_MEBIBYTES },
    env: {},
    stdout: false,
  });
  try {
    return await settled(worker, limits.timeoutMs + GRACE_MS);
  } finally {
    await worker.terminate();
  }
}

function settled(worker: Worker, timeoutMs: number): Promise<ExtractionResult> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(failure('the extraction takes too long')), timeoutMs);
    const finish = (result: ExtractionResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    worker.once('message', finish);
    worker.once('error', (error) => finish(failure(causeOf(error))));
    worker.once('exit', () => finish(failure('the extraction stopped without an answer')));
  });
}

function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'the extraction needs too much memory'
    : 'the extraction stopped with an internal error';
}

function failure(reason: string): ExtractionResult {
  return { status: 'failed', reason, appNodes: [], unknowns: [], problems: [] };
}
