import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { NO_TRANSACTION } from '#libs/platform/database';
import { DueTimers } from './due-timers.js';
import type { JobHandlerOptions } from './job.js';
import { InvalidJobHandlers } from './job-registry.js';
import { findNextTick } from './job-ticks.js';
import { JobsRepository } from './jobs.repository.js';

const CHECK_EVERY_MS = 30_000;
const SCHEDULE_KEY = 'every';

/** Keeps exactly one waiting job for each scheduled handler: the next tick, whichever process adds it first. */
@Injectable()
export class JobScheduler {
  private scheduled: readonly JobHandlerOptions[] = [];
  private checkedAtMs = 0;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly timers: DueTimers,
  ) {}

  /** @throws InvalidJobHandlers when an `every` is no duration. */
  register(handlers: readonly JobHandlerOptions[]): void {
    this.scheduled = handlers.filter(({ every }) => every !== undefined);
    for (const { every = '' } of this.scheduled)
      if (!findNextTick(every, new Date())) throw new InvalidJobHandlers(`${every} is no schedule`);
  }

  /** Adds what is missing, at most every half minute: after a crash between a tick and the next. */
  async check(): Promise<void> {
    if (Date.now() - this.checkedAtMs < CHECK_EVERY_MS) return;
    this.checkedAtMs = Date.now();
    for (const options of this.scheduled) await this.ensureNext(options);
  }

  /** Adds the next tick of a scheduled handler unless one waits already. The clock of the database decides, for all alike. */
  async ensureNext({ name, every, maxAttempts }: JobHandlerOptions): Promise<void> {
    if (every === undefined) return;
    const now = await this.jobs.now();
    const next = findNextTick(every, now);
    if (!next) return;
    const afterSeconds = (next.getTime() - now.getTime()) / 1_000;
    const tick = {
      id: uuid(),
      payload: {},
      key: SCHEDULE_KEY,
      priority: 0,
      turn: 0,
      afterSeconds,
      maxAttempts,
    };
    await this.jobs.addKeyed(NO_TRANSACTION, name, tick);
    this.timers.wake(name, afterSeconds);
  }
}
