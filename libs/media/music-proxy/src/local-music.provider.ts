import path from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { missingPackages } from '@atelier/engines/installed';
import { MUSIC_SOURCE_TYPE, MusicEngine, type MusicPlan, planMusic } from '@atelier/engines/music';
import { VideoEngineError, type VideoErrorCode, VideoInterrupted, watchVideo } from '@atelier/engines/video';
import {
  MediaInputs,
  requestOf,
  type Task,
  TaskFailure,
  type TaskWorkResult,
  WorkInterrupted,
} from '#libs/media/work';
import {
  type MediaContext,
  type MediaProvider,
  type MediaWork,
  ProviderOf,
  seedOf,
} from '#libs/media/providers';
import { RunMusicTaskJob } from './jobs/run-music-task.job.js';
import { FIRST_PLACE } from './music-event.js';
import { MUSIC_KINDS } from './music-kinds.js';
import { MusicLines } from './music-lines.js';
import { MusicProxySettings } from './music-proxy.settings.js';
import { MusicRecording } from './music-recording.js';
import type { MusicTaskRequest } from './music-task-request.js';

/** The engine renders about this much faster than the music plays. */
const REAL_TIME_FACTOR = 20;
/** Share of the progress for analysing the video; the rest is rendering. */
const WATCHED_SHARE = 0.2;
const OWN_FAILURES: ReadonlySet<VideoErrorCode> = new Set(['engine_crashed', 'timed_out', 'out_of_memory']);

/** Makes music with the built-in engine. The same task always gives the same lines, so a run after a crash continues the stream. */
@ProviderOf(...MUSIC_KINDS)
export class LocalMusicProvider implements MediaProvider, OnApplicationShutdown {
  readonly name = 'local';
  readonly isPaid = false;
  readonly job = RunMusicTaskJob;
  readonly concurrency = 8;
  private readonly engine: MusicEngine;

  constructor(
    private readonly lines: MusicLines,
    private readonly inputs: MediaInputs,
    private readonly assets: AssetsService,
    settings: MusicProxySettings,
  ) {
    this.engine = new MusicEngine({ threads: settings.threads });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  /** The video engine analyses the video. */
  missingFor(kind: string): string[] {
    return kind === 'music-from-video' ? missingPackages('video') : [];
  }

  estimateSeconds({ durationSeconds = 0 }: MediaWork): number {
    return Math.ceil(durationSeconds / REAL_TIME_FACTOR);
  }

  /**
   * Composes the piece line by line, and returns the whole file at the end.
   * @throws TaskFailure when the video cannot be decoded, or the decoding process ends.
   */
  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    const plan = await this.plan(task, context);
    await using recording = await MusicRecording.begin(this.lines, task, context);
    await recording.append({ type: 'duration', duration_sec: plan.durationSeconds });
    const titled = { display_tags: plan.tags, ...FIRST_PLACE };
    if (task.kind === 'music-from-video')
      await recording.append({ type: 'titles', titles: [plan.title], ...titled });
    await recording.append({ type: 'title', title: plan.title, ...titled });
    for await (const chunk of this.engine.stream(plan, { signal: context.signal }))
      await recording.addAudio(0, chunk.bytes, chunk.peaks);
    return {
      kind: 'succeeded',
      files: (await recording.finish()).map((file) => ({ ...file, sourceType: MUSIC_SOURCE_TYPE })),
      details: { title: plan.title, display_tags: plan.tags, duration_sec: plan.durationSeconds },
    };
  }

  private async plan(task: Task, context: MediaContext): Promise<MusicPlan> {
    const request = requestOf<MusicTaskRequest>(task);
    const seed = seedOf(task);
    if (request.video === undefined) {
      return planMusic({ prompt: request.prompt, durationSeconds: request.duration_seconds, seed });
    }
    const { cuts, pictures } = await this.watch(request.video, context);
    const name = request.video_name ?? '';
    return planMusic({
      prompt: request.prompt,
      seed,
      video: { durationSeconds: request.duration_seconds, cuts, pictures, name },
    });
  }

  private async watch(reference: string, context: MediaContext): ReturnType<typeof watchVideo> {
    const { signal } = context;
    const asset = await this.inputs.findAsset(reference);
    if (!asset) throw new TaskFailure('input_missing', 'The video is no longer stored.');
    const file = path.join(await context.folder(), 'video');
    await this.assets.copyToFile(asset, file, signal);
    try {
      const onProgress = (percent: number) => context.reportProgress(percent * WATCHED_SHARE);
      return await watchVideo(file, { signal, onProgress });
    } catch (error) {
      if (!(error instanceof VideoEngineError) || signal.aborted || error.code === 'engine_closed')
        throw error;
      if (error instanceof VideoInterrupted)
        throw new WorkInterrupted(error.code, error.message, { cause: error });
      if (OWN_FAILURES.has(error.code)) throw new TaskFailure(error.code, error.message, { cause: error });
      throw new TaskFailure('not_a_video', 'The video cannot be decoded.', { cause: error });
    }
  }
}
