import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AssetsService } from '#libs/assets';
import { musicSeconds } from '#libs/engines/music';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import { Prices, type Quote, Quoters } from '#libs/pricing';
import { MediaProviders } from '#libs/providers';
import { type Task, TaskDeleted, TaskKinds, TasksService, TaskStatusChanged } from '#libs/tasks';
import { MusicFromTextRequest, MusicFromVideoQuoteRequest } from './dto/music.request.js';
import { isMusic, MUSIC_BASE, MUSIC_PATHS, type MusicKind, musicTaskKinds } from './music-kinds.js';
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
    this.events.subscribe(TaskDeleted, async ({ taskId }, scope) => this.rows.deleteOf(scope, taskId));
  }

  /** The task of an earlier run of this request whose reply was lost; ask before anything is stored for a new one. */
  async admit(principal: Principal): Promise<Task | undefined> {
    return this.tasks.admit(principal);
  }

  /** Starts music from text; the length comes from the prompt when `duration`, in seconds, is absent. */
  async startFromText(principal: Principal, prompt: string, duration: number | undefined): Promise<Task> {
    const before = await this.admit(principal);
    if (before) return before;
    const seconds = textDuration(prompt, duration);
    return this.start(principal, uuidv7(), 'music-from-text', { prompt, duration_seconds: seconds });
  }

  /** Starts music for a video, which is stored first. */
  async startFromVideo(principal: Principal, prompt: string, video: LocalVideo): Promise<Task> {
    const id = uuidv7();
    const asset = await this.assets.store({
      content: { path: video.path },
      contentType: 'application/octet-stream',
      purpose: 'input',
      taskId: id,
      userId: principal.userId,
    });
    return this.start(principal, id, 'music-from-video', {
      prompt,
      duration_seconds: Math.max(1, video.durationSeconds),
      video: `asset:${asset.id}`,
      video_name: video.name,
    });
  }

  private async start(
    principal: Principal,
    id: string,
    kind: MusicKind,
    request: MusicTaskRequest,
  ): Promise<Task> {
    const { name: provider, job } = this.providers.current(kind);
    const quote = this.quote(kind, request.duration_seconds);
    const hasStored = request.video !== undefined;
    return this.tasks.submit(principal, { id, kind, request, hasStored, provider, ...quote }, job);
  }

  /** What a piece of the kind and length costs and takes. */
  private quote(kind: MusicKind, durationSeconds: number): Quote {
    const credits =
      kind === 'music-from-video'
        ? this.prices.musicFromVideo(durationSeconds)
        : this.prices.musicFromText(durationSeconds);
    return {
      credits,
      estimatedSeconds: this.providers.current(kind).estimateSeconds({ kind, durationSeconds }),
    };
  }
}

/** The length of music from text, in seconds: as asked for, else as the prompt says. */
function textDuration(prompt: string, duration: number | undefined): number {
  return musicSeconds({ prompt, ...(duration === undefined ? {} : { durationSeconds: duration }) });
}

function errorEvent({ errorCode, errorMessage }: Task): object {
  return {
    type: 'error',
    code: errorCode ?? 'failed',
    message: errorMessage ?? 'The music could not be made.',
  };
}
