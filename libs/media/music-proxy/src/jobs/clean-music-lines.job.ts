import { Clock } from '#libs/platform/clock';
import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { lowestIdAt, NO_TRANSACTION } from '#libs/platform/database';
import { MusicLinesRepository } from '../music-lines.repository.js';
import { MusicProxySettings } from '../music-proxy.settings.js';

const BATCH = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes the lines of old streams; the finished file stays with the task. */
@JobHandler({ name: 'music-lines.clean', maxAttempts: 3, concurrency: 1, every: '1h' })
export class CleanMusicLinesJob implements Job<object> {
  constructor(
    private readonly lines: MusicLinesRepository,
    private readonly settings: MusicProxySettings,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<JobOutcome> {
    const before = lowestIdAt(this.clock.in(-this.settings.streamDays * DAY_MS));
    while ((await this.lines.deleteEndedBefore(NO_TRANSACTION, before, BATCH)) === BATCH);
    return done();
  }
}
