import { Injectable, type OnModuleInit } from '@nestjs/common';
import { forgetBegun, type Principal, ReplaySources } from '#libs/platform/http';
import { MediaProviders } from '#libs/media/providers';
import { isTerminal, type Task, TasksService } from '#libs/media/work';
import { NO_TRANSACTION } from '#libs/platform/database';
import { StreamExpired } from './music.errors.js';
import { MUSIC_KINDS } from './music-kinds.js';
import { MusicLines } from './music-lines.js';
import { MusicLinesRepository } from './music-lines.repository.js';
import { MusicUpstreamSettings } from './upstream/music-upstream.settings.js';
import { errorOfFailure } from './upstream/vendor-failures.js';

/** Scope of the `Idempotency-Key`s that replay streams. */
export const MUSIC_REPLAY = 'music-stream';

/** Serves the streams of music tasks, also later and repeatedly. */
@Injectable()
export class MusicStreams implements OnModuleInit {
  constructor(
    private readonly tasks: TasksService,
    private readonly lines: MusicLines,
    private readonly rows: MusicLinesRepository,
    private readonly replays: ReplaySources,
    private readonly providers: MediaProviders,
    private readonly settings: MusicUpstreamSettings,
  ) {}

  onModuleInit(): void {
    this.replays.register({
      kind: MUSIC_REPLAY,
      open: async (taskId) => {
        const task = await this.tasks.find(taskId);
        if (!task) return 'gone';
        if (!isTerminal(task.status)) return 'in-flight';
        if (!(await this.rows.hasLines(NO_TRANSACTION, taskId))) return 'gone';
        return this.lines.follow(taskId, -1, new AbortController().signal);
      },
    });
  }

  /**
   * The task of a stream, and what follows the line `afterSeq` if that is the short end of a finished stream.
   * @throws TaskNotFound when the task is no music task that the caller may see.
   * @throws StreamExpired when its lines are no longer kept.
   */
  async requireReadable(
    principal: Principal | undefined,
    id: string,
    afterSeq: number,
  ): Promise<{ task: Task; end: string | undefined }> {
    const task = await this.tasks.requireVisible(principal, id, MUSIC_KINDS);
    if (!isTerminal(task.status)) return { task, end: undefined };
    const end = await this.lines.findEnd(id, afterSeq);
    if (end === undefined && !(await this.rows.hasLines(NO_TRANSACTION, id))) throw new StreamExpired();
    return { task, end };
  }

  /**
   * Waits a moment for a vendor's refusal.
   * @throws MusicUpstreamFailed, MusicUpstreamBusy, MusicUpstreamTimeout when it came before any line of the vendor.
   */
  async refuseEarly(task: Task): Promise<void> {
    if (!this.providers.find(task)?.isPaid) return;
    for await (const line of this.lines.follow(
      task.id,
      0,
      AbortSignal.timeout(this.settings.refusalWaitMs),
    )) {
      const event = JSON.parse(line) as { type: string; code?: string; message?: string };
      const error = event.type === 'error' && errorOfFailure(event.code ?? '', event.message ?? '');
      if (!error) return;
      forgetBegun();
      throw error;
    }
  }
}
