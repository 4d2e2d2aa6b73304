import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export type WorkerRun = {
  /** The worker's compiled file, below `dist`. */
  readonly script: string;
  readonly data: unknown;
  readonly heapMebibytes: number;
  readonly stackMebibytes: number;
  /** The worker is ended then. */
  readonly timeoutMs: number;
};

/** What a worker answered, or why it was ended without an answer. */
export type WorkerEnd<T> =
  | { readonly isLost: false; readonly value: T }
  | { readonly isLost: true; readonly cause: 'time' | 'memory' | 'error' | 'silence' };

/** Runs a worker thread with bounded heap and time to its first message. */
export async function runInWorker<T>({
  script,
  data,
  heapMebibytes,
  stackMebibytes,
  timeoutMs,
}: WorkerRun): Promise<WorkerEnd<T>> {
  const worker = new Worker(fileURLToPath(import.meta.resolve(`#compiled/${script}`)), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMebibytes, stackSizeMb: stackMebibytes },
    env: {},
    stdout: false,
  });
  try {
    return await endOf<T>(worker, timeoutMs);
  } finally {
    await worker.terminate();
  }
}

function endOf<T>(worker: Worker, timeoutMs: number): Promise<WorkerEnd<T>> {
  return new Promise((resolve) => {
    const end = (result: WorkerEnd<T>) => {
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => end({ isLost: true, cause: 'time' }), timeoutMs);
    worker.once('message', (value: T) => end({ isLost: false, value }));
    worker.once('error', (error) => end({ isLost: true, cause: isOutOfMemory(error) ? 'memory' : 'error' }));
    worker.once('exit', () => end({ isLost: true, cause: 'silence' }));
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
