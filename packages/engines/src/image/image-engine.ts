import { ChildEnded, ChildPool, JobFailed, type JobLimits, PoolFull, WORK_LIMITS } from '../child/index.js';
import { fileURLToPath } from 'node:url';
import {
  errorOfEnd,
  ImageEngineBusy,
  ImageEngineError,
  ImageEngineFailed,
  imageEngineErrorOf,
  ImageTooLarge,
} from './image-engine.errors.js';
import type {
  ImageFacts,
  ImageJobOptions,
  ImageOutput,
  ImageTask,
  PagePictureInput,
  ThumbnailInput,
} from './image-job.js';
import { IMAGE_MAX_BYTES } from './image-limits.js';
import { ImageParts } from './image-output.js';
import type { RelightInput } from './relight-settings.js';
import type { SkinInput } from './skin-settings.js';
import type { StyleTransferInput } from './style-transfer-settings.js';

export type ImageEngineOptions = {
  /** Pictures processed at once, each in a separate process. 1 or more; default 1. */
  readonly processes?: number;
  /** Jobs that may wait for a process before new ones are refused. Default 64. */
  readonly maxQueue?: number;
  /** Resident memory of one process, above which its job fails. Default 1280, which is enough for all pictures of 50 megapixels. */
  readonly memoryMb?: number;
  /** Limits of one job that differ from `WORK_LIMITS`. */
  readonly limits?: Partial<JobLimits>;
};

const DEFAULT_MEMORY_MB = 1_280;
/** When a process ends, it frees its memory: the pictures of its last job, and compiled code. */
const IDLE_MS = 15_000;

/**
 * The local image engine: relights, restyles and enhances pictures in separate processes, by classical image processing. It
 * makes no network calls and stores nothing. Results are the same for the same input, settings and seed.
 *
 * A picture keeps its format, its colour profile, and as PNG or TIFF its depth. An AVIF of more than 24 megapixels comes back as
 * JPEG, or as PNG if it has transparency.
 *
 * All methods reject with {@link UndecodableImage}, {@link ImageTooLarge}, {@link ImageEngineBusy}, {@link ImageTimedOut},
 * {@link ImageInterrupted}, {@link ImageEngineCrashed} or {@link ImageEngineFailed}, or with the reason of an aborted signal.
 */
export class ImageEngine {
  private readonly pool: ChildPool;
  private readonly memoryMb: number;
  private readonly limits: JobLimits;

  constructor({
    processes = 1,
    maxQueue = 64,
    memoryMb = DEFAULT_MEMORY_MB,
    limits,
  }: ImageEngineOptions = {}) {
    this.limits = { ...WORK_LIMITS, ...limits };
    this.memoryMb = memoryMb;
    this.pool = new ChildPool({
      program: fileURLToPath(import.meta.resolve('#compiled/image/image.child.js')),
      size: processes,
      maxWaiting: maxQueue,
      memoryMb,
      idleMs: IDLE_MS,
    });
  }

  /** Changes the light of the picture. */
  relight(input: RelightInput, options: ImageJobOptions = {}): Promise<ImageOutput> {
    return this.run({ kind: 'relight', input, memoryMb: this.memoryMb }, options);
  }

  /** Gives the picture the colours, tones and finish of a reference. */
  transferStyle(input: StyleTransferInput, options: ImageJobOptions = {}): Promise<ImageOutput> {
    return this.run({ kind: 'style', input, memoryMb: this.memoryMb }, options);
  }

  /** Improves skin. How much the rest of the picture changes depends on the mode. */
  enhanceSkin(input: SkinInput, options: ImageJobOptions = {}): Promise<ImageOutput> {
    return this.run({ kind: 'skin', input, memoryMb: this.memoryMb }, options);
  }

  /** A small WebP of the picture. */
  thumbnail(input: ThumbnailInput, options: ImageJobOptions = {}): Promise<ImageOutput> {
    return this.run({ kind: 'thumbnail', input, memoryMb: this.memoryMb }, options);
  }

  /** The picture as a WebP for a page: without metadata, drawn if it is an SVG, its first frame if it is animated. */
  pagePicture(input: PagePictureInput, options: ImageJobOptions = {}): Promise<ImageOutput> {
    return this.run({ kind: 'page', input, memoryMb: this.memoryMb }, options);
  }

  /** Refuses new jobs, ends the processes, and rejects running and waiting jobs. */
  async close(): Promise<void> {
    await this.pool.close();
  }

  private async run(task: ImageTask, options: ImageJobOptions): Promise<ImageOutput> {
    const { signal, onProgress, outputPath } = options;
    signal?.throwIfAborted();
    const output = new ImageParts(outputPath);
    const report = onProgress && ((percent: number) => onProgress(percent / 100));
    try {
      refuseTooManyBytes(task);
      const run = { limits: this.limits, signal, onProgress: report, onPart: output.add };
      const facts = (await this.pool.run(task, run)) as ImageFacts;
      return { ...facts, bytes: await output.finish() };
    } catch (error) {
      await output.finish().catch(() => undefined);
      throw signal?.aborted ? signal.reason : translated(error);
    }
  }
}

function refuseTooManyBytes({ input }: ImageTask): void {
  const isTooLong = (value: unknown) => value instanceof Uint8Array && value.length > IMAGE_MAX_BYTES;
  if (Object.values(input).some(isTooLong))
    throw new ImageTooLarge(`The image has more than ${IMAGE_MAX_BYTES / 1024 / 1024} MB.`);
}

function translated(error: unknown): unknown {
  if (error instanceof ImageEngineError) return error;
  if (error instanceof JobFailed)
    return imageEngineErrorOf(error.code, error.message, { cause: error.cause });
  if (error instanceof ChildEnded) return errorOfEnd(error.end, { cause: error.cause });
  if (error instanceof PoolFull)
    return new ImageEngineBusy('Too many images are waiting; try again later.', { cause: error });
  return new ImageEngineFailed('The image could not be processed.', { cause: error });
}
