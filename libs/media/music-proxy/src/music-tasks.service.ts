import { Injectable, type OnModuleInit } from '@nestjs/common';
import { musicSeconds } from '@atelier/engines/music';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import {
  type GivenQuote,
  Prices,
  type Task,
  TaskDeleted,
  TaskKinds,
  TasksExpired,
  TaskStatusChanged,
} from '#libs/media/work';
import { MediaTasks, type PricedWork } from '#libs/media/providers';
import { MusicFromTextRequest, MusicFromVideoQuoteRequest } from './dto/music.request.js';
import { isMusic, MUSIC_BASE, MUSIC_PATHS, type MusicKind, musicTaskKinds } from './music-kinds.js';
import type { MusicEvent } from './music-event.js';
import { MusicLinesRepository } from './music-lines.repository.js';
import type { MusicTaskRequest } from './music-task-request.js';
import type { LocalVideo } from './video-source.js';

const SENT_TO_VENDORS = ['prompt', 'duration_seconds'];

@Injectable()
export class MusicTasksService implements OnModuleInit {
  constructor(
    private readonly kinds: TaskKinds,
    private readonly media: MediaTasks,
    private readonly rows: MusicLinesRepository,
    private readonly prices: Prices,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    for (const kind of musicTaskKinds()) this.kinds.register(kind);
    this.prices.offer([(prices) => prices.musicFromText(1), (prices) => prices.musicFromVideo(1)]);
    this.media.quoteFor({
      kinds: ['music-from-text'],
      endpoint: `/${MUSIC_BASE}/${MUSIC_PATHS['music-from-text']}`,
      request: MusicFromTextRequest,
      workOf: ({ prompt, duration }) =>
        this.workOf('music-from-text', textDuration(prompt, duration), prompt),
    });
    // Quotes are open to everyone, so no video is fetched for one: the caller states its length instead.
    this.media.quoteFor({
      kinds: ['music-from-video'],
      endpoint: `/${MUSIC_BASE}/${MUSIC_PATHS['music-from-video']}`,
      request: MusicFromVideoQuoteRequest,
      workOf: ({ duration }) => this.workOf('music-from-video', Math.max(1, duration)),
    });
    // The first line commits with the task, the last one with the task's end: a stream without `complete` has failed.
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

  /**
   * Starts music from text. The length, in seconds, comes from the prompt when `duration` is absent.
   * @throws As `MediaTasks.start`.
   */
  async startFromText(
    principal: Principal,
    prompt: string,
    duration: number | undefined,
    quote?: GivenQuote,
  ): Promise<Task> {
    const seconds = textDuration(prompt, duration);
    return this.media.start(principal, quote, () => ({
      ...this.workOf('music-from-text', seconds, prompt),
      sent: SENT_TO_VENDORS,
      request: (): MusicTaskRequest => ({ prompt, duration_seconds: seconds }),
    }));
  }

  /**
   * Stores the video and starts music for it.
   * @throws As `MediaTasks.start`.
   */
  async startFromVideo(
    principal: Principal,
    prompt: string,
    find: () => Promise<LocalVideo>,
    quote?: GivenQuote,
  ): Promise<Task> {
    return this.media.start(principal, quote, async () => {
      const { path, name, durationSeconds } = await find();
      const seconds = Math.max(1, durationSeconds);
      return {
        ...this.workOf('music-from-video', seconds, prompt),
        inputs: [{ field: 'video', file: { path } }],
        sent: SENT_TO_VENDORS,
        request: ([video = '']): MusicTaskRequest => ({
          ...{ prompt, duration_seconds: seconds, video, video_name: name },
        }),
      };
    });
  }

  private workOf(
    kind: MusicKind,
    durationSeconds: number,
    prompt?: string,
  ): PricedWork & { kind: MusicKind } {
    const price = () =>
      kind === 'music-from-video'
        ? this.prices.musicFromVideo(durationSeconds)
        : this.prices.musicFromText(durationSeconds);
    const work = { durationSeconds, fields: { prompt } };
    return { kind, basis: { duration: durationSeconds }, price, work };
  }
}

/** The length of music from text, in seconds: as requested, or as the prompt says. */
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
