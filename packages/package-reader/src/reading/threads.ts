import { fileURLToPath } from 'node:url';

import { Piscina } from 'piscina';

import type { ExtractionOrder, ScanOrder } from './reading-order.js';

/** Why a thread was ended before its answer. */
export type Loss = 'time' | 'memory' | 'error';

/** A thread that does not stop at its deadline is ended this much later. */
const GRACE_MS = 2_000;
const STACK_MEBIBYTES = 8;
/** More than are ever asked for at once, so that no time passes in a queue. */
const THREADS_MAX = 64;
/** A thread that is used again finds its code compiled: most of the cost of a small package. */
const IDLE_MS = 30_000;

/** Threads by their heap, in MiB. */
const pools = new Map<number, Piscina>();

/** Gives what a function of `reading.worker.ts` gives, in a thread with bounded heap, stack and time. */
export async function inThread<T>(
  ...[name, order, heapMebibytes, timeoutMs]:
    ['scan', ScanOrder, number, number] | ['extract', ExtractionOrder, number, number]
): Promise<{ readonly result: T } | { readonly loss: Loss }> {
  const signal = AbortSignal.timeout(timeoutMs + GRACE_MS);
  try {
    return { result: (await poolOf(heapMebibytes).run(order, { name, signal })) as T };
  } catch (error) {
    return { loss: signal.aborted ? 'time' : isOutOfMemory(error) ? 'memory' : 'error' };
  }
}

function poolOf(heapMebibytes: number): Piscina {
  const known = pools.get(heapMebibytes);
  if (known) return known;
  const pool = new Piscina({
    filename: fileURLToPath(import.meta.resolve('#compiled/reading/reading.worker.js')),
    minThreads: 0,
    maxThreads: THREADS_MAX,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMebibytes, stackSizeMb: STACK_MEBIBYTES },
    env: {},
  });
  pools.set(heapMebibytes, pool);
  return pool;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
