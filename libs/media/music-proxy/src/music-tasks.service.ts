import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AssetsService } from '#libs/media/assets';
import { musicSeconds } from '@atelier/engines/music';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import {
  type GivenQuote,
  Prices,
  type Quote,
  Quoters,
  type Task,
  TaskDeleted,
  TaskKinds,
  TasksExpired,
  TasksService,
  TaskStatusChanged,
} from '#libs/media/work';
import { type MediaProvider, MediaProviders } from '#libs/media/providers';
import { MusicFromTextRequest, MusicFromVideoQuoteRequest } from './dto/music.request.js';
import { isMusic, MUSIC_BASE, MUSIC_PATHS, type MusicKind, musicTaskKinds } from './music-kinds.js';
import type { MusicEvent } from './music-event.js';
import { MusicLinesRepository } from './music-lines.repository.js';
import type { MusicTaskRequest } from './music-task-request.js';
import type { LocalVideo } from './video-source.js';

/** Starts music tasks, and ends their streams when the tasks end. */
@Injectable()
export class MusicTasksService implements OnModuleInit {
  constructor(
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly assets: AssetsService,
    private readonly rows: MusicLinesRepository,
    private readonly providers: MediaProviders,
    private readonly prices: Prices,
    private readonly quoters: Quoters,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    for (const kind of musicTaskKinds()) this.kinds.register(kind);
    this.prices.offer([(prices) => prices.musicFromText(1), (prices) => prices.musicFromVideo(1)]);
    this.quoters.register({
      kind: 'music-from-text',
      endpoint: `/${MUSIC_BASE}/${MUSIC_PATHS['music-from-text']}`,
      request: MusicFromTextRequest,
      quote: ({ prompt, duration }) => this.quote('music-from-text', textDuration(prompt, duration)),
    });
    // A quote is open to everyone, so no video is fetched for it: its length is asked for instead.
    this.quoters.register({
      kind: 'music-from-video',
      endpoint: `/${MUSIC_BASE}/${MUSIC_PATHS['music-from-video']}`,
      request: MusicFromVideoQuoteRequest,
      quote: ({ duration }) => this.quote('music-from-video', Math.max(1, duration)),
    });
    // Its first line commits with the task, its last one with the task's end: a stream without `complete` has failed.
    this.events.subscribe(TaskStatusChanged, async ({ task }, scope) => {
      if (!isMusic(task)) return;
      if (task.status === 'created') await this.rows.begin(scope, task.id);
      if (task.status === 'uncertain') await this.rows.ring(scope, task.id);
      if (task.status === 'succeeded') await this.rows.appendNext(scope, task.id, { type: 'complete' });
      if (task.status === 'failed' || task.status === 'canceled')
        await this.rows.appendNext(scope, task.id, errorEvent(task));
    });
    this.events.subscribe(TaskDeleted, async ({ taskId }, scope) => this.rows.deleteOf(scope, [taskId]));
    this.events.subscribe(TasksExpired, async ({ taskIds }, scope) => this.rows.deleteOf(scope, taskIds));
  }

  /** The task of an earlier run of this request whose reply was lost; ask before anything is stored for a new one. */
  async admit(principal: Principal): Promise<Task | undefined> {
    return this.tasks.admit(principal);
  }

  /**
   * Starts music from text; the length comes from the prompt when `duration`, in seconds, is absent.
   * @throws NoPrice when it is not on sale, or as the quote does.
   */
  async startFromText(
    principal: Principal,
    prompt: string,
    duration: number | undefined,
    quote?: GivenQuote,
  ): Promise<Task> {
    const before = await this.admit(principal);
    if (before) return before;
    const seconds = textDuration(prompt, duration);
    const price = this.quote('music-from-text', seconds, quote);
    const provider = this.providers.choose({ kind: 'music-from-text' });
    const request = { prompt, duration_seconds: seconds };
    return this.start(principal, uuidv7(), 'music-from-text', provider, request, price);
  }

  /**
   * Starts music for a video, which is stored first.
   * @throws NoPrice when it is not on sale, or as the quote does; nothing is stored then.
   */
  async startFromVideo(
    principal: Principal,
    prompt: string,
    video: LocalVideo,
    quote?: GivenQuote,
  ): Promise<Task> {
    const seconds = Math.max(1, video.durationSeconds);
    const price = this.quote('music-from-video', seconds, quote);
    const id = uuidv7();
    const provider = this.providers.choose({ kind: 'music-from-video' });
    const asset = await this.assets.store({
      content: { path: video.path },
      contentType: 'application/octet-stream',
      purpose: 'input',
      taskId: id,
      userId: principal.userId,
    });
    const request = { prompt, duration_seconds: seconds, video: `asset:${asset.id}`, video_name: video.name };
    return this.start(principal, id, 'music-from-video', provider, request, price);
  }

  private async start(
    principal: Principal,
    id: string,
    kind: MusicKind,
    { name: provider, job }: MediaProvider,
    request: MusicTaskRequest,
    { credits, estimatedSeconds, predictedSeconds }: Quote,
  ): Promise<Task> {
    return this.tasks.submit(
      principal,
      { id, kind, request, provider, credits, estimatedSeconds, predictedSeconds },
      job,
    );
  }

  /** What a piece of the kind and length costs and takes. */
  private quote(kind: MusicKind, durationSeconds: number, given?: GivenQuote): Quote {
    const basis = { duration: durationSeconds };
    const credits =
      given?.creditsFor(kind, basis) ??
      (kind === 'music-from-video'
        ? this.prices.musicFromVideo(durationSeconds)
        : this.prices.musicFromText(durationSeconds));
    return { credits, basis, ...this.providers.estimate({ kind, durationSeconds }) };
  }
}

/** The length of music from text, in seconds: as asked for, else as the prompt says. */
function textDuration(prompt: string, duration: number | undefined): number {
  return musicSeconds({ prompt, ...(duration === undefined ? {} : { durationSeconds: duration }) });
}

function errorEvent({ errorCode, errorMessage }: Task): MusicEvent {
  return {
    type: 'error',
    code: errorCode ?? 'failed',
    message: errorMessage ?? 'The music could not be made.',
  };
}
