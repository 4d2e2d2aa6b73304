import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export type WorkerRun = {
  /** The worker's compiled file, below `dist`. */
  readonly script: string;
  readonly data: unknown;
  readonly heapMebibytes: number;
  readonly stackMebibytes: number;
  /** How long it may take to each of its messages; it is ended then, and after the last one. */
  readonly timeoutsMs: readonly number[];
};

/** What a worker answered, and why it was ended before its last answer. */
export type WorkerEnd<T> = {
  readonly received: readonly T[];
  readonly loss?: 'time' | 'memory' | 'error' | 'silence';
};

/** Runs a worker thread with bounded heap and time to its last message. */
export async function runInWorker<T>(run: WorkerRun): Promise<WorkerEnd<T>> {
  const worker = new Worker(fileURLToPath(import.meta.resolve(`#compiled/${run.script}`)), {
    workerData: run.data,
    resourceLimits: { maxOldGenerationSizeMb: run.heapMebibytes, stackSizeMb: run.stackMebibytes },
    env: {},
    stdout: false,
  });
  try {
    return await endOf<T>(worker, run);
  } finally {
    await worker.terminate();
  }
}

function endOf<T>(worker: Worker, { timeoutsMs }: WorkerRun): Promise<WorkerEnd<T>> {
  return new Promise((resolve) => {
    const received: T[] = [];
    let timer: NodeJS.Timeout | undefined;
    const end = (loss?: WorkerEnd<T>['loss']) => {
      clearTimeout(timer);
      resolve({ received, ...(loss ? { loss } : {}) });
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end('time'), timeoutsMs[received.length]);
    };
    wait();
    worker.on('message', (value: T) => {
      received.push(value);
      if (received.length < timeoutsMs.length) wait();
      else end();
    });
    worker.once('error', (error) => end(isOutOfMemory(error) ? 'memory' : 'error'));
    worker.once('exit', () => end('silence'));
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
