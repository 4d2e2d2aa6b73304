import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DatabaseNotifications } from '#libs/platform/database';

/** Carries the name of a queue to which a job was added that is due. */
export const DUE_CHANNEL = 'jobs_due';
/** In place of that name for dead jobs of whose death their handlers are to hear. */
export const UNTOLD_JOBS = 'jobs.dead';
/** First half of the advisory locks of live processes; arbitrary, but the same in every version. */
export const PRESENCE_LOCK_CLASS = 7_236_155;
const WORKER_ID_MAX = 2 ** 31 - 1;

/**
 * The sign of life of a process that runs jobs: its listening connection holds an advisory lock named by the worker id.
 * The database drops the lock the moment the process ends, however it ends, so that others take its jobs over at once.
 */
@Injectable()
export class WorkerPresence {
  /** Names this process in leases; random, so it is never used twice. */
  readonly workerId = randomInt(1, WORKER_ID_MAX);

  constructor(private readonly notifications: DatabaseNotifications) {}

  /**
   * Takes the lock.
   * @throws the error of the database when the first connection fails.
   */
  async open(): Promise<void> {
    // Shared, so that it need not wait for a lost session which the server has not noticed yet.
    const lock = 'select pg_advisory_lock_shared($1, $2)';
    await this.notifications.hold(lock, [PRESENCE_LOCK_CLASS, this.workerId]);
  }

  /** Calls `listener` with the name of a queue when a job was added to it; with '' when any may have been. */
  async onJob(listener: (jobName: string) => void): Promise<void> {
    await this.notifications.listen(DUE_CHANNEL, listener);
  }

  async close(): Promise<void> {
    await this.notifications.onApplicationShutdown();
  }
}
