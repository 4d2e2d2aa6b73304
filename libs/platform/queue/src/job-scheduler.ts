import { Injectable } from '@nestjs/common';
import { DueTimers } from './due-timers.js';
import type { JobHandlerOptions } from './job.js';
import { JobSchedule } from './job-schedule.js';
import { QueueDatabase } from './queue-database.js';

const CHECK_EVERY_MS = 30_000;
const SCHEDULE_KEY = 'every';

/** Keeps exactly one waiting job for each scheduled handler: the next tick, whichever process adds it first. */
@Injectable()
export class JobScheduler {
  private scheduled: readonly JobHandlerOptions[] = [];
  private checkedAtMs = 0;

  constructor(
    private readonly schedule: JobSchedule,
    private readonly database: QueueDatabase,
    private readonly timers: DueTimers,
  ) {}

  /** @throws InvalidJobHandlers when an `every` is neither a duration nor a cron expression. */
  register(handlers: readonly JobHandlerOptions[]): void {
    this.scheduled = handlers.filter(({ every }) => every !== undefined);
    for (const { every = '' } of this.scheduled) this.schedule.requireValid(every);
  }

  /** Adds what is missing, at most every half minute: after a crash between a tick and the next. */
  async check(): Promise<void> {
    if (Date.now() - this.checkedAtMs < CHECK_EVERY_MS) return;
    this.checkedAtMs = Date.now();
    for (const options of this.scheduled) await this.ensureNext(options);
  }

  /** Adds the next tick of a scheduled handler unless one waits already. */
  async ensureNext({ name, every }: JobHandlerOptions): Promise<void> {
    if (every === undefined) return;
    const next = await this.schedule.next(every);
    await this.database.boss.insert(name, [{ data: {}, singletonKey: SCHEDULE_KEY, startAfter: next }]);
    this.timers.wake(name, (next.getTime() - Date.now()) / 1_000);
  }
}
