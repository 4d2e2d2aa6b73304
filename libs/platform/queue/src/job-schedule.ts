import { Injectable } from '@nestjs/common';
import { InvalidJobHandlers } from './job-registry.js';
import { JobsRepository } from './jobs.repository.js';
import { QueueDatabase } from './queue-database.js';

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Length of a duration such as `15m` in milliseconds, or undefined when the text is none. */
export function findDurationMs(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d*)([smhd])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

/** Tells when scheduled jobs are due. The clock of the database decides, so that all processes agree. */
@Injectable()
export class JobSchedule {
  constructor(
    private readonly database: QueueDatabase,
    private readonly jobs: JobsRepository,
  ) {}

  /** @throws InvalidJobHandlers when `every` is neither a duration nor a cron expression. */
  requireValid(every: string): void {
    if (findDurationMs(every) === undefined) this.nextOfCron(every, new Date());
  }

  /** The first moment after now that `every` names. */
  async next(every: string): Promise<Date> {
    const now = await this.jobs.now();
    const durationMs = findDurationMs(every);
    if (durationMs !== undefined) return new Date((Math.floor(now.getTime() / durationMs) + 1) * durationMs);
    return this.nextOfCron(every, now);
  }

  private nextOfCron(every: string, from: Date): Date {
    let next: Date | undefined;
    try {
      next = this.database.boss.previewSchedule(every, { from, count: 1 })[0];
    } catch (error) {
      throw new InvalidJobHandlers(`${every} is no schedule`, { cause: error });
    }
    if (!next) throw new InvalidJobHandlers(`${every} never comes`);
    return next;
  }
}
