import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { isTerminal, TaskNotFound, TasksService } from '#libs/tasks';
import type { VendorCallbackQuery } from '../dto/vendor-callback.request.js';
import { FollowVideoTaskJob } from '../jobs/follow-video-task.job.js';
import { VendorCallbackLinks } from './vendor-callback-links.js';

/** After these the task's own schedule has to do. */
const TRIES = 10;
const PAUSE_MS = 200;

/** Takes from the vendor's call that something happened, and nothing else of what it says. */
@Injectable()
export class VendorCallbacks {
  constructor(
    private readonly links: VendorCallbackLinks,
    private readonly tasks: TasksService,
  ) {}

  /**
   * Has the task polled soon; the vendor does not wait for that.
   * @throws TaskNotFound when the link is not one of ours, or not any more.
   */
  receive(taskId: string, proof: VendorCallbackQuery): void {
    if (!this.links.isGenuine(taskId, proof)) throw new TaskNotFound();
    // Should the database be away: the task is polled by its own schedule all the same.
    void this.wake(taskId).catch(() => undefined);
  }

  private async wake(taskId: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (await this.tasks.runNow(taskId, FollowVideoTaskJob)) return;
      const task = await this.tasks.find(taskId);
      if (!task || isTerminal(task.status)) return;
      // It is being polled just now; what has changed may have escaped that poll.
      await sleep(PAUSE_MS);
    }
  }
}
