import { on } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { fileURLToPath } from 'node:url';
import { BACKGROUND_NICENESS } from '../child/index.js';
import type { MusicChunk, RenderTask, WorkerMessage } from './music.worker.js';
import { MusicRenderFailed } from './music.errors.js';
import type { MusicPlan } from './plan/music-plan.js';

/** Streams that share one thread; a stream with a slow consumer costs its thread nothing. */
const STREAMS_PER_THREAD = 6;
const IDLE_THREAD_MS = 15_000;
/** A thread that needs more heap dies and is replaced; samples live outside the heap. */
const THREAD_HEAP_MB = 512;

/** Renders plans in worker threads, so that the caller's event loop stays free. */
export class MusicEngine {
  private readonly pool: Piscina;

  /** @param threads Rendering threads, started when needed. */
  constructor({ threads = 1 }: { threads?: number } = {}) {
    this.pool = new Piscina({
      filename: fileURLToPath(import.meta.resolve('#compiled/music/music.worker.js')),
      name: 'renderSong',
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: STREAMS_PER_THREAD,
      idleTimeout: IDLE_THREAD_MS,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
      niceIncrement: BACKGROUND_NICENESS,
    });
  }

  /**
   * Renders a plan to MP3 (44.1 kHz stereo, 192 kbit/s). The chunks' bytes, each at most 64 KiB, joined in order are
   * one playable file of the plan's length. Rendering pauses until the next chunk is asked for; leaving the loop stops it.
   * @throws The signal's reason when it is aborted.
   * @throws MusicRenderFailed when the plan cannot be rendered, or the thread died.
   */
  async *stream(
    plan: MusicPlan,
    { signal }: { signal?: AbortSignal } = {},
  ): AsyncGenerator<MusicChunk, void, undefined> {
    signal?.throwIfAborted();
    const { port1, port2 } = new MessageChannel();
    const failure = new AbortController();
    this.pool
      .run({ plan, port: port2 } satisfies RenderTask, { transferList: [port2] })
      .catch((cause: unknown) =>
        failure.abort(new MusicRenderFailed('The music could not be rendered', { cause })),
      );
    const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal;
    try {
      const messages = on(port1, 'message', { signal: stop }) as AsyncIterable<[WorkerMessage]>;
      for await (const [message] of messages) {
        stop.throwIfAborted();
        if (message === 'end') return;
        yield message;
        port1.postMessage('more');
      }
    } catch (error) {
      throw stop.aborted ? stop.reason : error;
    } finally {
      // The thread stops when the port is closed.
      port1.close();
    }
  }

  /** Ends all threads; running streams fail with MusicRenderFailed. */
  async close(): Promise<void> {
    await this.pool.destroy();
  }
}
