import { Injectable } from '@nestjs/common';
import { DueTimers } from './due-timers.js';
import type { JobHandlerOptions } from './job.js';
import { InvalidJobHandlers } from './job-registry.js';
import { JobsRepository } from './jobs.repository.js';
import { QueueDatabase } from './queue-database.js';

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const CHECK_EVERY_MS = 30_000;
const SCHEDULE_KEY = 'every';

/** Length of a duration such as `15m` in milliseconds, or undefined when the text is none. */
export function findDurationMs(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d*)([smhd])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

/** Keeps exactly one waiting job for each scheduled handler: the next tick, whichever process adds it first. */
@Injectable()
export class JobScheduler {
  private scheduled: readonly JobHandlerOptions[] = [];
  private checkedAtMs = 0;

  constructor(
    private readonly database: QueueDatabase,
    private readonly jobs: JobsRepository,
    private readonly timers: DueTimers,
  ) {}

  /** @throws InvalidJobHandlers when an `every` is neither a duration nor a cron expression. */
  register(handlers: readonly JobHandlerOptions[]): void {
    this.scheduled = handlers.filter(({ every }) => every !== undefined);
    for (const { every = '' } of this.scheduled) this.nextTick(every, new Date());
  }

  /** Adds what is missing, at most every half minute: after a crash between a tick and the next. */
  async check(): Promise<void> {
    if (Date.now() - this.checkedAtMs < CHECK_EVERY_MS) return;
    this.checkedAtMs = Date.now();
    for (const options of this.scheduled) await this.ensureNext(options);
  }

  /** Adds the next tick of a scheduled handler unless one waits already. The clock of the database decides, for all alike. */
  async ensureNext({ name, every }: JobHandlerOptions): Promise<void> {
    if (every === undefined) return;
    const next = this.nextTick(every, await this.jobs.now());
    await this.database.boss.insert(name, [{ data: {}, singletonKey: SCHEDULE_KEY, startAfter: next }]);
    this.timers.wake(name, (next.getTime() - Date.now()) / 1_000);
  }

  private nextTick(every: string, now: Date): Date {
    const durationMs = findDurationMs(every);
    if (durationMs !== undefined) return new Date((Math.floor(now.getTime() / durationMs) + 1) * durationMs);
    let next: Date | undefined;
    try {
      next = this.database.boss.previewSchedule(every, { from: now, count: 1 })[0];
    } catch (error) {
      throw new InvalidJobHandlers(`${every} is no schedule`, { cause: error });
    }
    if (!next) throw new InvalidJobHandlers(`${every} never comes`);
    return next;
  }
}
