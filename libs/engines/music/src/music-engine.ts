import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { BACKGROUND_NICENESS, compiledFile } from '#libs/platform/runtime';
import type { RenderTask, WorkerMessage } from './music.worker.js';
import { MusicPlanInvalid, MusicRenderFailed, MusicWorkerCrashed } from './music.errors.js';
import type { MusicPlan } from './plan/music-plan.js';
import type { Pcm } from './song-renderer.js';

/** Streams that share one thread; a stream whose consumer is slow costs its thread nothing. */
const STREAMS_PER_THREAD = 6;
const IDLE_THREAD_MS = 15_000;
/** A thread that needs more heap dies and is replaced; samples live outside the heap. */
const THREAD_HEAP_MB = 512;

export type MusicEngineOptions = {
  /** Rendering threads, started when needed; default 1. */
  threads?: number;
};

/** Renders plans in worker threads, so that the caller's event loop stays free. */
export class MusicEngine {
  private readonly pool: Piscina;

  constructor({ threads = 1 }: MusicEngineOptions = {}) {
    this.pool = new Piscina({
      filename: compiledFile(import.meta.url, './music.worker.js'),
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
   * Renders a plan to MP3 (44.1 kHz stereo, 192 kbit/s). The chunks, each at most 64 KiB, joined in order are one
   * playable file of the plan's length. Rendering pauses until the next chunk is asked for; leaving the loop stops it.
   * @throws The signal's reason when it is aborted.
   * @throws MusicRenderFailed when the plan cannot be rendered.
   * @throws MusicWorkerCrashed when the thread died.
   */
  async *stream(
    plan: MusicPlan,
    { signal }: { signal?: AbortSignal } = {},
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const conversation = this.converse({ plan }, signal);
    try {
      for (;;) {
        const message = await conversation.next();
        if (message.type === 'end') return;
        if (message.type !== 'chunk') continue;
        yield message.bytes;
        conversation.askForMore();
      }
    } finally {
      conversation.close();
    }
  }

  /**
   * Renders a plan to samples in ±1, for mixing under a picture. Exactly `durationSeconds * sampleRate` samples a side.
   * @throws MusicPlanInvalid when the sample rate lies outside 8–96 kHz; otherwise as `stream`.
   */
  async renderPcm(
    plan: MusicPlan,
    { sampleRate, signal }: { sampleRate: number; signal?: AbortSignal },
  ): Promise<Pcm> {
    if (!(sampleRate >= 8_000 && sampleRate <= 96_000))
      throw new MusicPlanInvalid('sampleRate must be 8 000–96 000 Hz');
    const conversation = this.converse({ plan, pcmSampleRate: sampleRate }, signal);
    try {
      for (;;) {
        const message = await conversation.next();
        if (message.type === 'pcm') return message.pcm;
        if (message.type === 'end') throw new MusicRenderFailed('The thread ended without samples');
      }
    } finally {
      conversation.close();
    }
  }

  /** Ends all threads; running streams fail with MusicWorkerCrashed. */
  async close(): Promise<void> {
    await this.pool.destroy();
  }

  private converse(task: Omit<RenderTask, 'port'>, signal: AbortSignal | undefined): Conversation {
    signal?.throwIfAborted();
    const { port1, port2 } = new MessageChannel();
    const conversation = new Conversation(port1, signal);
    this.pool
      .run({ ...task, port: port2 } satisfies RenderTask, { transferList: [port2] })
      .catch((cause: unknown) =>
        conversation.fail(new MusicWorkerCrashed('The music thread died', { cause })),
      );
    return conversation;
  }
}

/** The engine's end of one rendering: messages in order, and every way it can end early. */
class Conversation {
  private readonly inbox: WorkerMessage[] = [];
  private failure: { reason: unknown } | undefined;
  private wake: (() => void) | undefined;
  private readonly onAbort = (): void => this.fail(this.signal?.reason);

  constructor(
    private readonly port: MessagePort,
    private readonly signal: AbortSignal | undefined,
  ) {
    port.on('message', (message: WorkerMessage) => {
      if (message.type === 'failed') return this.fail(new MusicRenderFailed(message.message));
      this.inbox.push(message);
      this.wake?.();
    });
    signal?.addEventListener('abort', this.onAbort, { once: true });
  }

  async next(): Promise<WorkerMessage> {
    for (;;) {
      if (this.failure) throw this.failure.reason;
      const message = this.inbox.shift();
      if (message) return message;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  askForMore(): void {
    this.port.postMessage('more');
  }

  fail(reason: unknown): void {
    this.failure ??= { reason };
    this.wake?.();
  }

  /** The thread stops when the port is closed. */
  close(): void {
    this.signal?.removeEventListener('abort', this.onAbort);
    this.port.close();
  }
}
