import { Injectable } from '@nestjs/common';
import { quantileMs, sumOf } from '#libs/media/providers';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { OverviewPeriodResponse } from '../dto/overview.response.js';
import { type TaskHour, TaskHoursRepository } from './task-hours.repository.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Tasks may end this long after they were created: their hours are summed again until then. */
const UNSETTLED_MS = 6 * HOUR_MS;
const DAYS = 7;

/** Figures of tasks by hour and by day, from sums. */
@Injectable()
export class TaskHours {
  constructor(
    private readonly hours: TaskHoursRepository,
    private readonly clock: Clock,
  ) {}

  async sum(): Promise<void> {
    const now = this.clock.now().getTime();
    const last = (await this.hours.last(NO_TRANSACTION))?.getTime() ?? now - DAYS * DAY_MS;
    const since = new Date(startOf(Math.min(now, last) - UNSETTLED_MS, HOUR_MS));
    await this.hours.sum(NO_TRANSACTION, since);
  }

  /** The last 24 hours and 7 days (UTC), also those without tasks; the last of each has not ended. */
  async read(): Promise<{ hours: OverviewPeriodResponse[]; days: OverviewPeriodResponse[] }> {
    const now = this.clock.now().getTime();
    const firstDay = startOf(now, DAY_MS) - (DAYS - 1) * DAY_MS;
    const firstHour = startOf(now, HOUR_MS) - 23 * HOUR_MS;
    const sums = await this.hours.list(NO_TRANSACTION, new Date(firstDay));
    return {
      hours: periods(sums, { first: firstHour, length: HOUR_MS, count: 24 }),
      days: periods(sums, { first: firstDay, length: DAY_MS, count: DAYS }),
    };
  }
}

type Periods = { first: number; length: number; count: number };

function periods(sums: readonly TaskHour[], { first, length, count }: Periods): OverviewPeriodResponse[] {
  const byStart = Map.groupBy(sums, ({ hour }) => startOf(hour.getTime(), length));
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * length;
    const within = byStart.get(start) ?? [];
    const waits = sumOf(within.map((hour) => hour.waits));
    return {
      start: new Date(start).toISOString(),
      tasks: total(within, 'tasks'),
      failed: total(within, 'failed'),
      credits: total(within, 'credits'),
      wait_p50_ms: quantileMs(waits, 0.5),
      wait_p95_ms: quantileMs(waits, 0.95),
    };
  });
}

function total(hours: readonly TaskHour[], figure: 'tasks' | 'failed' | 'credits'): number {
  return hours.reduce((sum, hour) => sum + hour[figure], 0);
}

function startOf(time: number, length: number): number {
  return Math.floor(time / length) * length;
}
