import { Injectable } from '@nestjs/common';
import { FollowedTasks } from './followed-tasks.js';
import { isTerminal } from './task-status.js';

/** Waits for the ends of tasks. */
@Injectable()
export class TaskWaits {
  constructor(private readonly followed: FollowedTasks) {}

  /** Resolves when the task has ended or is gone, at the latest after `seconds`, or when `signal` aborts. */
  async untilEnded(taskId: string, seconds: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
    const leave = this.followed.follow(taskId, ({ status }) => {
      if (status === null || isTerminal(status)) resolve();
    });
    await promise;
    leave();
    clearTimeout(timer);
  }
}
