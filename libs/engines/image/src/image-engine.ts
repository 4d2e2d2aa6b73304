import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { compiledFile } from '#libs/platform/runtime';
import {
  ImageEngineBusy,
  ImageEngineError,
  ImageEngineFailed,
  imageEngineErrorOf,
} from './image-engine.errors.js';
import { type ImageJobOptions, type ImageOutput, type ImageSource } from './image-job.js';
import { type ImageTask, type ImageTaskReply, type ImageWorkerData } from './image-task.js';
import { type RelightInput } from './relight-settings.js';
import { type SkinInput } from './skin-settings.js';
import { type StyleTransferInput } from './style-transfer-settings.js';

/** How the engine uses the machine. */
export interface ImageEngineOptions {
  /** Pictures worked on at once, each in its own thread. 1 or more; default 1. */
  readonly threads?: number;
  /** Jobs that may wait for a thread before new ones are refused. Default 64. */
  readonly maxQueue?: number;
  /** Threads the decoder may use within one job. Default 1. */
  readonly decoderThreads?: number;
}

/** A thread gives its memory back when it ends: the pictures of its last job, and what was compiled for it. */
const IDLE_TIMEOUT_MS = 15_000;
/** Threads yield to the thread that answers requests (POSIX nice, where the system knows it). */
const NICE_INCREMENT = 5;

/**
 * The local image engine: relights, restyles and enhances pictures in worker threads, by classical image processing
 * alone. It makes no network calls and keeps nothing. Results are the same for the same input, settings and seed.
 *
 * A PNG comes back as PNG, everything else as JPEG, except that a picture with transparency comes back as PNG too.
 * All methods reject with {@link UndecodableImage}, {@link ImageTooLarge}, {@link ImageEngineBusy} or
 * {@link ImageEngineFailed}, or with the reason of an aborted signal.
 */
export class ImageEngine {
  private readonly pool: Piscina<unknown, ImageTaskReply>;
  private isClosed = false;

  constructor({ threads = 1, maxQueue = 64, decoderThreads = 1 }: ImageEngineOptions = {}) {
    const workerData: ImageWorkerData = { decoderThreads };
    this.pool = new Piscina({
      filename: compiledFile(import.meta.url, './image.worker.js'),
      minThreads: 0,
      maxThreads: threads,
      maxQueue,
      idleTimeout: IDLE_TIMEOUT_MS,
      niceIncrement: NICE_INCREMENT,
      workerData,
    });
  }

  /** Gives the picture another light. */
  relight(input: RelightInput, options: ImageJobOptions = {}): Promise<ImageOutput> {
    return this.run('relightImage', input, options);
  }

  /** Gives the picture the colours, tones and finish of a reference. */
  transferStyle(input: StyleTransferInput, options: ImageJobOptions = {}): Promise<ImageOutput> {
    return this.run('transferImageStyle', input, options);
  }

  /** Improves skin; the rest of the picture stays, as far as the mode leaves it alone. */
  enhanceSkin(input: SkinInput, options: ImageJobOptions = {}): Promise<ImageOutput> {
    return this.run('enhanceImageSkin', input, options);
  }

  /** Refuses new jobs, ends the threads, and rejects what was still running or waiting. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool.destroy();
  }

  private async run<Input extends { image: ImageSource }>(
    name: string,
    input: Input,
    { signal, onProgress }: ImageJobOptions,
  ): Promise<ImageOutput> {
    if (this.isClosed) throw new ImageEngineBusy('The image engine is shutting down.');
    signal?.throwIfAborted();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const progress = onProgress && progressChannel(onProgress);
    const task: ImageTask<Input> = { input, stop, ...(progress ? { progress: progress.port2 } : {}) };
    try {
      const transferList = progress ? [progress.port2] : [];
      const reply = await untilAborted(this.pool.run(task, { name, transferList }), signal, stop);
      return outputOf(reply);
    } catch (error) {
      throw signal?.aborted ? error : this.translated(error);
    } finally {
      progress?.port1.close();
    }
  }

  private translated(error: unknown): unknown {
    if (error instanceof ImageEngineError) return error;
    if (this.isClosed) return new ImageEngineBusy('The image engine is shutting down.', { cause: error });
    if (this.pool.queueSize >= this.pool.options.maxQueue) {
      return new ImageEngineBusy('Too many images are waiting; try again later.', { cause: error });
    }
    return new ImageEngineFailed('The image could not be processed.', { cause: error });
  }
}

function progressChannel(onProgress: (share: number) => void): MessageChannel {
  const channel = new MessageChannel();
  channel.port1.on('message', (share: number) => onProgress(share));
  return channel;
}

/**
 * Rejects as soon as the signal aborts, and tells the worker by the shared cell. The thread is not killed: that would
 * tear down a decoder in the middle of native work, and the next job would pay for a new thread.
 */
async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
  stop: Int32Array,
): Promise<Result> {
  if (!signal) return work;
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      Atomics.store(stop, 0, 1);
      reject(signal.reason as Error);
    };
  });
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function outputOf(reply: ImageTaskReply): ImageOutput {
  if (reply.ok) return reply.output;
  throw imageEngineErrorOf(reply.code, reply.message, reply.detail);
}
