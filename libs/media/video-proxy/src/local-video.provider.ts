import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import { missingPackages } from '@atelier/engines/installed';
import {
  type ExtendRequest,
  type GenerateRequest,
  ProbeError,
  probeVideo,
  VideoEngine,
  VideoEngineError,
  VideoInterrupted,
  type VideoResult,
  VIDEO_SOURCE_TYPE as sourceType,
} from '@atelier/engines/video';
import {
  MediaInputs,
  requestOf,
  type Task,
  TaskFailure,
  type TaskFile,
  type TaskWorkResult,
  WorkInterrupted,
} from '#libs/media/work';
import {
  type MediaContext,
  type MediaProvider,
  type MediaWork,
  ProviderOf,
  ProvidersSettings,
  seedOf,
} from '#libs/media/providers';
import { RunVideoTaskJob } from './jobs/run-video-task.job.js';
import { VIDEO_KINDS } from './video-kinds.js';
import { takesMovement, takesSoundOptions } from './video-models.js';
import { VideoProxySettings } from './video-proxy.settings.js';
import type { VideoExtension, VideoGeneration } from './video-request.js';

/** Source: completions §4. */
const SOURCE_SECONDS = { min: 1, max: 60 };
/** Lengths stated by containers are rounded. */
const TOLERANCE_SECONDS = 0.1;

/** Measured on two cores: 5 s at 720p take 5 s of processor time. */
const SECONDS_PER_MEGAPIXEL_SECOND = 1.1;
const START_SECONDS = 1;
const MEGAPIXELS: Readonly<Record<string, number>> = {
  '360p': 0.23,
  '540p': 0.52,
  '720p': 0.92,
  '1080p': 2.07,
  '2K': 3.69,
};

@ProviderOf(...VIDEO_KINDS)
export class LocalVideoProvider implements MediaProvider, OnApplicationShutdown {
  readonly name = 'local';
  readonly isPaid = false;
  readonly job = RunVideoTaskJob;
  readonly concurrency: number;
  private readonly engine: VideoEngine;

  constructor(
    private readonly inputs: MediaInputs,
    { concurrency }: VideoProxySettings,
    { engineStallSeconds }: ProvidersSettings,
  ) {
    this.concurrency = concurrency;
    this.engine = new VideoEngine({
      maxConcurrent: concurrency,
      limits: { stallMs: engineStallSeconds * 1_000 },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  missingFor(): string[] {
    return missingPackages('video');
  }

  estimateSeconds({ durationSeconds = 0, resolution = '' }: MediaWork): number {
    const megapixels = MEGAPIXELS[resolution] ?? 1;
    return Math.ceil(START_SECONDS + durationSeconds * megapixels * SECONDS_PER_MEGAPIXEL_SECOND);
  }

  /**
   * @throws TaskFailure for unusable inputs, and when the engine fails; WorkInterrupted when its process was killed
   * or stalled.
   */
  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    const folder = await context.folder();
    try {
      const result =
        task.kind === 'video-extend'
          ? await this.extend(task, context, folder)
          : await this.generate(task, context, folder);
      return { kind: 'succeeded', files: filesOf(result), details: detailsOf(result) };
    } catch (error) {
      if (context.signal.aborted) throw error;
      if (error instanceof ProbeError && error.code === 'timed_out')
        throw new WorkInterrupted(error.code, error.message, { cause: error });
      if (error instanceof ProbeError) {
        const code = error.code === 'engine_crashed' ? error.code : 'source_unreadable';
        throw new TaskFailure(code, error.message, { cause: error });
      }
      if (error instanceof VideoInterrupted)
        throw new WorkInterrupted(error.code, error.message, { cause: error });
      if (error instanceof VideoEngineError && error.code !== 'engine_closed')
        throw new TaskFailure(error.code, error.message, { cause: error });
      throw error;
    }
  }

  private async generate(task: Task, context: MediaContext, folder: string): Promise<VideoResult> {
    const request = requestOf<VideoGeneration>(task);
    const watermark = request.watermark
      ? {
          position: request.wm_position,
          ...(request.wm_url === undefined
            ? {}
            : { imagePath: await this.fetchImage(request.wm_url, folder, 'watermark', context.signal) }),
        }
      : undefined;
    const imagePaths: string[] = [];
    for (const [index, reference] of request.images.entries())
      imagePaths.push(await this.fetchImage(reference, folder, `image-${index}`, context.signal));
    const kind = task.kind === 'video-reference' ? 'references' : 'start-end';
    return this.engine.generate(
      { ...engineRequest(request), kind, imagePaths, ...(watermark ? { watermark } : {}) },
      engineOptions(context, folder),
    );
  }

  private async extend(task: Task, context: MediaContext, folder: string): Promise<VideoResult> {
    const request = requestOf<VideoExtension>(task);
    const sourcePath = path.join(folder, 'source');
    await this.inputs.saveVideo(request.source, sourcePath, context.signal);
    await refuseLength(sourcePath, context.signal);
    const [endImage] = request.images;
    const extension: ExtendRequest = {
      sourcePath,
      durationSeconds: request.duration,
      resolution: request.resolution,
      seed: seedOf(task),
      ...(request.prompt === undefined ? {} : { prompt: request.prompt }),
      ...(endImage === undefined
        ? {}
        : { endImagePath: await this.fetchImage(endImage, folder, 'end', context.signal) }),
    };
    return this.engine.extend(extension, engineOptions(context, folder));
  }

  private async fetchImage(
    reference: string,
    folder: string,
    name: string,
    signal: AbortSignal,
  ): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, await this.inputs.loadImage(reference, signal));
    return file;
  }
}

/** The request in the engine's terms; fields without effect for the model are left out. */
function engineRequest(request: VideoGeneration): Omit<GenerateRequest, 'kind' | 'imagePaths'> {
  const hasSoundOptions = takesSoundOptions(request.model);
  const prompt = request.is_rec ? recommendedPrompt(request.seed) : request.prompt;
  return {
    resolution: request.resolution,
    aspectRatio: request.aspect_ratio,
    durationSeconds: request.duration,
    seed: request.seed,
    style: request.style,
    movementAmplitude: takesMovement(request.model) ? request.movement_amplitude : 'auto',
    audio: request.audio,
    bgm: request.bgm,
    ...(hasSoundOptions ? { audioType: request.audio_type } : {}),
    ...(hasSoundOptions && request.voice_id !== undefined ? { voiceId: request.voice_id } : {}),
    ...(prompt === undefined ? {} : { prompt }),
  };
}

function engineOptions(context: MediaContext, folder: string) {
  return {
    outputFolder: path.join(folder, 'made'),
    signal: context.signal,
    onProgress: (percent: number) => context.reportProgress(percent),
  };
}

async function refuseLength(file: string, signal: AbortSignal): Promise<void> {
  const { durationSeconds } = await probeVideo(file, { signal });
  if (durationSeconds < SOURCE_SECONDS.min - TOLERANCE_SECONDS)
    throw new TaskFailure('source_too_short', 'The video is shorter than 1 second.');
  if (durationSeconds > SOURCE_SECONDS.max + TOLERANCE_SECONDS)
    throw new TaskFailure('source_too_long', 'The video is longer than 60 seconds.');
}

function filesOf({ videoPath, coverPath, watermarkedPath }: VideoResult): TaskFile[] {
  return [
    { role: 'video', content: { path: videoPath }, contentType: 'video/mp4', sourceType },
    { role: 'cover', content: { path: coverPath }, contentType: 'image/jpeg', sourceType },
    ...(watermarkedPath === undefined
      ? []
      : [{ role: 'watermarked', content: { path: watermarkedPath }, contentType: 'video/mp4', sourceType }]),
  ];
}

function detailsOf(result: VideoResult): Record<string, unknown> {
  return {
    duration_seconds: result.durationSeconds,
    width: result.width,
    height: result.height,
    frames: result.frames,
    frames_per_second: result.framesPerSecond,
    has_sound: result.hasSound,
    seed: result.seed,
  };
}

const PROMPTS = [
  'slow push in, warm light, gentle wind',
  'gentle pan left, vivid colours',
  'slow zoom in, quiet crowd in the distance',
  'handheld, dynamic, vivid, city',
  'slow pull back, cold light, sea',
  'gentle tilt up, forest, birds',
] as const;

/** A prompt that suits most pictures, in words that the local engine understands; the seed picks one. */
function recommendedPrompt(seed: number): string {
  return PROMPTS[Math.abs(seed) % PROMPTS.length] ?? PROMPTS[0];
}
