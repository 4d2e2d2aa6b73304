import { randomInt } from 'node:crypto';
import { lstat, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ChildPool, type JobLimits, type ReportProgress, WORK_LIMITS } from '../child/index.js';
import { fileURLToPath } from 'node:url';
import type { Job, JobOutput } from './child/job.js';
import { filesOf, translated } from './child/video-child.js';
import { encoderCode } from './encoder-code.js';
import type { ExtendRequest, GenerateRequest, VideoResult } from './video-request.js';
import { VideoEngineError } from './video.errors.js';

export type VideoEngineOptions = {
  /** Jobs at a time; more wait in order. Default 1. */
  maxConcurrent?: number;
  /** Limits of one job that differ from `WORK_LIMITS`; waiting does not count. */
  limits?: Partial<JobLimits>;
  /** Resident memory of one job's process. Default 1,536. */
  memoryMb?: number;
  /** The program that does the work; the default is this engine's own. */
  program?: string;
};

export type VideoJobOptions = {
  /** Where the result's files go; made when absent. Nothing is left there by a failed job. */
  outputFolder: string;
  /** Ends the job and its process at once. */
  signal?: AbortSignal;
  /** Called with whole, rising percentages from 0 to 100. */
  onProgress?: ReportProgress;
};

/** The job for an output. */
type JobIn = (output: JobOutput) => Extract<Job, { kind: 'generate' | 'extend' }>;

/** Two encoders at 2K with seven pictures took 883 MB. */
const DEFAULT_MEMORY_MB = 1_536;
const MAX_SEED = 2 ** 31 - 1;
const MAX_SECONDS = 16;
const MAX_ADDED_SECONDS = 7;
const MAX_IMAGES = { 'start-end': 2, references: 7 };

/**
 * Makes real videos on this machine without a generative model: morphs, camera moves, sequences and extensions. Each job runs in a
 * separate process, so that neither a crash nor a hang in it reaches the caller's process. Equal requests with equal seeds give
 * equal files.
 */
export class VideoEngine {
  private readonly pool: ChildPool;
  private readonly limits: JobLimits;
  private readonly running = new Set<Promise<VideoResult>>();
  private isClosed = false;

  constructor(options: VideoEngineOptions = {}) {
    this.pool = new ChildPool({
      program: options.program ?? fileURLToPath(import.meta.resolve('#compiled/video/child/video.child.js')),
      size: options.maxConcurrent ?? 1,
      maxWaiting: Infinity,
      memoryMb: options.memoryMb ?? DEFAULT_MEMORY_MB,
    });
    this.limits = { ...WORK_LIMITS, ...options.limits };
  }

  /**
   * Makes a video out of pictures.
   *
   * @throws VideoEngineError `invalid_request` for a request outside the documented ranges, `image_unreadable`,
   * `image_too_large`, `cancelled`, `timed_out`, `out_of_memory`, `engine_crashed`, `engine_closed`; VideoInterrupted.
   */
  async generate(request: GenerateRequest, options: VideoJobOptions): Promise<VideoResult> {
    checkGenerate(request);
    const seeded = { ...request, seed: request.seed || randomInt(1, MAX_SEED) };
    return this.run(options, (output) => ({ kind: 'generate', request: seeded, output }));
  }

  /**
   * Makes a longer copy of a video: all of its pictures and sound, then the added seconds from its last frame.
   *
   * @throws VideoEngineError as `generate`, and `source_unreadable`, `no_video`, `source_too_short`,
   * `source_too_long`, `source_too_large`.
   */
  async extend(request: ExtendRequest, options: VideoJobOptions): Promise<VideoResult> {
    checkExtend(request);
    const seeded = { ...request, seed: request.seed || randomInt(1, MAX_SEED) };
    return this.run(options, (output) => ({ kind: 'extend', request: seeded, output }));
  }

  /**
   * Ends running jobs, refuses waiting and new ones with `engine_closed`, and waits until all processes have ended and their folders
   * are removed.
   */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool.close();
    await Promise.allSettled(this.running);
  }

  private async run(options: VideoJobOptions, jobIn: JobIn): Promise<VideoResult> {
    const made = this.make(options, jobIn);
    this.running.add(made);
    try {
      return await made;
    } finally {
      this.running.delete(made);
    }
  }

  private async make(
    { outputFolder, signal, onProgress }: VideoJobOptions,
    jobIn: JobIn,
  ): Promise<VideoResult> {
    await mkdir(outputFolder, { recursive: true });
    // Beside the final place, so that moving is a rename; a failed job leaves nothing.
    const workFolder = await mkdtemp(path.join(outputFolder, '.making-'));
    try {
      const job = jobIn({ folder: workFolder, encoderCode: await encoderCode() });
      const run = { limits: this.limits, signal, onProgress, files: filesOf(job) };
      const result = (await this.pool.run(job, run)) as VideoResult;
      return await settle(result, workFolder, outputFolder);
    } catch (error) {
      if (this.isClosed && !signal?.aborted)
        throw new VideoEngineError('engine_closed', 'The video engine has been closed.', { cause: error });
      throw translated(error);
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }
}

async function settle(result: VideoResult, workFolder: string, folder: string): Promise<VideoResult> {
  const { videoPath, coverPath, watermarkedPath = videoPath } = result;
  for (const file of [videoPath, coverPath, watermarkedPath]) await requireOwnFile(file, workFolder);
  const moved = async (file: string) => {
    const target = path.join(folder, path.basename(file));
    await rename(file, target);
    return target;
  };
  return {
    ...result,
    videoPath: await moved(result.videoPath),
    coverPath: await moved(result.coverPath),
    ...(result.watermarkedPath && { watermarkedPath: await moved(result.watermarkedPath) }),
  };
}

/** A compromised decoder may name or link a file outside its folder. */
async function requireOwnFile(file: string, folder: string): Promise<void> {
  const isOwn = path.dirname(file) === folder && (await lstat(file)).isFile();
  if (!isOwn) throw new VideoEngineError('engine_crashed', 'The video process answered something unusable.');
}

/** @throws VideoEngineError `invalid_request` naming the first wrong field. */
function checkGenerate({ kind, imagePaths, durationSeconds, seed }: GenerateRequest): void {
  const most = MAX_IMAGES[kind];
  if (imagePaths.length < 1 || imagePaths.length > most) refuse(`imagePaths must be 1 to ${most} files`);
  checkWhole('durationSeconds', durationSeconds, 1, MAX_SECONDS);
  checkSeed(seed);
}

/** @throws VideoEngineError `invalid_request` naming the first wrong field. */
function checkExtend({ durationSeconds, seed }: ExtendRequest): void {
  checkWhole('durationSeconds', durationSeconds, 1, MAX_ADDED_SECONDS);
  checkSeed(seed);
}

function checkSeed(seed = 0): void {
  checkWhole('seed', seed, -MAX_SEED - 1, MAX_SEED);
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    refuse(`${name} must be a whole number from ${least} to ${most}`);
  }
}

function refuse(reason: string): never {
  throw new VideoEngineError('invalid_request', `The video request is wrong: ${reason}.`);
}
