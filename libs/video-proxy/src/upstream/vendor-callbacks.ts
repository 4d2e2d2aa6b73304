import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type LinkProof, LinkSigner } from '#libs/platform/signing';
import type { UpstreamOptions } from '#libs/providers';
import { isTerminal, type Task, TaskNotFound, TasksService } from '#libs/tasks';
import { FollowVideoTaskJob } from '../jobs/follow-video-task.job.js';

/** Vendors repeat their calls for days at most. */
const VALID_MS = 7 * 24 * 60 * 60 * 1000;
/** After these the task's own schedule has to do. */
const TRIES = 10;
const PAUSE_MS = 200;

/** Takes from the vendor's call that something happened, and nothing else of what it says. */
@Injectable()
export class VendorCallbacks {
  constructor(
    private readonly links: LinkSigner,
    private readonly tasks: TasksService,
  ) {}

  /** The address that the vendor may call about a task; undefined when it is not to call. */
  linkFor(task: Task, { callbacks }: UpstreamOptions): string | undefined {
    if (!callbacks.isOn) return undefined;
    return this.links.sign('POST', pathOf(task.id), new Date(task.createdAt.getTime() + VALID_MS));
  }

  /**
   * Has the task polled soon; the vendor does not wait for that.
   * @throws TaskNotFound when the link is not one of ours, or not any more.
   */
  receive(taskId: string, proof: LinkProof): void {
    if (!this.links.isValid('POST', pathOf(taskId), proof)) throw new TaskNotFound();
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

function pathOf(taskId: string): string {
  return `/proxy/vidprov/vendor-callbacks/${taskId}`;
}
