import { Injectable } from '@nestjs/common';
import type { Queue } from 'pg-boss';
import { DEAD_MAX_ATTEMPTS } from './dead-jobs.js';
import type { JobHandlerOptions } from './job.js';
import { DEAD_QUEUE } from './job-leases.repository.js';
import { QueueDatabase } from './queue-database.js';

const DAY_SECONDS = 86_400;
/** The library ends any run after this time; running jobs are watched by their lease instead. */
const LONGEST_RUN_SECONDS = DAY_SECONDS;
const RETENTION_SECONDS = 30 * DAY_SECONDS;
const DEAD_KEPT_SECONDS = 14 * DAY_SECONDS;

const COMMON = {
  retryBackoff: true,
  expireInSeconds: LONGEST_RUN_SECONDS,
  retentionSeconds: RETENTION_SECONDS,
  // It would do so within the transaction of the caller; `JobQueue` does it afterwards.
  notify: false,
};
const dead: Queue = {
  ...COMMON,
  name: DEAD_QUEUE,
  policy: 'standard',
  retryLimit: DEAD_MAX_ATTEMPTS - 1,
  retryDelay: 1,
  retryDelayMax: 3_600,
  deleteAfterSeconds: DEAD_KEPT_SECONDS,
};

/** One queue of the job library for each handler. */
@Injectable()
export class JobQueues {
  constructor(private readonly database: QueueDatabase) {}

  /** Creates the queues that are missing and brings the others to the rules of their handlers. */
  async ensure(handlers: readonly JobHandlerOptions[]): Promise<void> {
    const { boss } = this.database;
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const queue of [dead, ...handlers.map(queueOf)]) {
      const present = known.get(queue.name);
      if (!present) await boss.createQueue(queue.name, queue);
      else if (differs(queue, present)) await this.update(queue);
    }
  }

  private async update({ name, policy: _policy, ...rules }: Queue): Promise<void> {
    await this.database.boss.updateQueue(name, rules);
  }
}

function queueOf(options: JobHandlerOptions): Queue {
  return {
    ...COMMON,
    name: options.name,
    // One waiting job per key.
    policy: 'short',
    deadLetter: DEAD_QUEUE,
    retryLimit: options.maxAttempts - 1,
    retryDelay: options.retryDelaySeconds ?? 1,
    retryDelayMax: options.retryDelayMaxSeconds ?? 300,
    // The notice in the dead queue is the copy that is kept.
    deleteAfterSeconds: 1,
  };
}

function differs(wanted: Queue, present: Queue): boolean {
  return (Object.keys(wanted) as (keyof Queue)[]).some((key) => wanted[key] !== present[key]);
}
