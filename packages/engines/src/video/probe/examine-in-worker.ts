import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { ProbeError } from './probe.errors.js';
import type { ProbeAnswer, ProbeQuestion } from './probe-message.js';

/** Forged tables are built up in the heap without any reading. */
const WORKER_HEAP_MB = 96;

/**
 * Reads a container in a thread, which is ended after its answer or at a limit.
 *
 * @throws ProbeError
 */
export async function examineInWorker(
  question: ProbeQuestion,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Exclude<ProbeAnswer, { type: 'failed' }>> {
  if (signal?.aborted) throw new ProbeError('cancelled');
  const over = new AbortController();
  const worker = new Worker(fileURLToPath(import.meta.resolve('#compiled/video/probe/probe.worker.js')), {
    workerData: question,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  const timer = setTimeout(() => over.abort(new ProbeError('timed_out')), timeoutMs);
  const cancel = () => over.abort(new ProbeError('cancelled'));
  signal?.addEventListener('abort', cancel, { once: true });
  // `once` stops listening when it settles; an error of the thread after that must not end this process.
  worker.on('error', () => undefined);
  worker.once('exit', () => over.abort(new ProbeError('engine_crashed')));
  try {
    const [answer] = (await once(worker, 'message', { signal: over.signal })) as [ProbeAnswer];
    if (answer.type !== 'failed') return answer;
    throw new ProbeError(answer.code, undefined, { cause: new Error(answer.detail) });
  } catch (error) {
    const cause = error as Error & { code?: string };
    // A thread that died of an error exits after it.
    throw cause.name === 'AbortError' ? over.signal.reason : asProbeError(cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    await worker.terminate();
  }
}

/** The thread reports errors of the parser itself. Any other error, such as a thread that did not start, says nothing about the file. */
function asProbeError(cause: Error & { code?: string }): ProbeError {
  if (cause instanceof ProbeError) return cause;
  const isTooMuch = cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new ProbeError(isTooMuch ? 'too_complex' : 'engine_crashed', undefined, { cause });
}
