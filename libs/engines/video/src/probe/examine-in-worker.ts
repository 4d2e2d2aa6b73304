import { Worker } from 'node:worker_threads';
import { compiledFile } from '#libs/platform/runtime';
import type { ByteSource } from './byte-source.js';
import { ProbeError } from './probe.errors.js';
import type { ProbeAnswer, ProbeQuestion, VideoFacts } from './probe-message.js';

export type WorkerLimits = {
  timeoutMs: number;
  budgetBytes: number;
  signal?: AbortSignal;
};

/** Forged tables are built up in the heap without any reading. */
const WORKER_HEAP_MB = 96;

/**
 * Reads a container in a thread that is ended when it has answered or run into a limit.
 *
 * @throws ProbeError
 */
export async function examineInWorker(source: ByteSource, limits: WorkerLimits): Promise<VideoFacts> {
  if (limits.signal?.aborted) throw new ProbeError('cancelled');
  const over = new AbortController();
  const worker = new Worker(compiledFile(import.meta.url, './probe.worker.js'), {
    workerData: { size: source.size },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  const timer = setTimeout(() => over.abort(new ProbeError('timed_out')), limits.timeoutMs);
  const cancel = () => over.abort(new ProbeError('cancelled'));
  limits.signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await conversation(worker, source, limits.budgetBytes, over);
  } finally {
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', cancel);
    // Reads still under way are of no use any more.
    over.abort();
    await worker.terminate();
  }
}

function conversation(
  worker: Worker,
  source: ByteSource,
  budgetBytes: number,
  over: AbortController,
): Promise<VideoFacts> {
  const reader = new BudgetedReader(source, budgetBytes, over.signal);
  return new Promise((resolve, reject) => {
    over.signal.addEventListener('abort', () => reject(over.signal.reason as Error), { once: true });
    worker.once('error', (cause: Error & { code?: string }) =>
      reject(
        new ProbeError(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_complex' : 'corrupt', undefined, {
          cause,
        }),
      ),
    );
    worker.once('exit', () => reject(new ProbeError('engine_crashed')));
    worker.on('message', (question: ProbeQuestion) => {
      if (question.type === 'facts') return resolve(question.facts);
      if (question.type === 'failed') {
        return reject(new ProbeError(question.code, undefined, { cause: new Error(question.detail) }));
      }
      const { id, start, end } = question;
      reader.read(start, end).then((bytes) => answer(worker, { id, bytes }), reject);
    });
  });
}

function answer(worker: Worker, message: ProbeAnswer): void {
  worker.postMessage(message);
}

/** Refuses to read on beyond a number of bytes, before any memory is taken for them. */
class BudgetedReader {
  private used = 0;

  constructor(
    private readonly source: ByteSource,
    private readonly budgetBytes: number,
    private readonly signal: AbortSignal,
  ) {}

  async read(start: number, end: number): Promise<Uint8Array> {
    this.used += end - start;
    if (this.used > this.budgetBytes) throw new ProbeError('too_complex');
    const bytes = await this.bytesOf(start, end);
    // A source that shrank under us; the parser would take the gap for data.
    if (bytes.length < end - start) throw new ProbeError('corrupt');
    return bytes;
  }

  private async bytesOf(start: number, end: number): Promise<Uint8Array> {
    try {
      return await this.source.read(start, end, this.signal);
    } catch (cause) {
      throw cause instanceof ProbeError ? cause : new ProbeError('unreadable', undefined, { cause });
    }
  }
}
