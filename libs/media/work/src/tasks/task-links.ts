import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import type { Principal } from '#libs/platform/http';
import { type LinkProof, LinkSigner } from '#libs/platform/signing';
import { TaskLinkInvalid } from './task.errors.js';
import type { Task } from './task.entity.js';
import { TaskKinds } from './task-kinds.js';
import { isTerminal } from './task-status.js';
import { TasksService } from './tasks.service.js';

/** What of a task a link opens: the last part of its path. */
type Linked = 'events' | 'audio';

/** Signed links to what goes on of tasks, for browsers: `EventSource` and `<audio>` cannot send a token. */
@Injectable()
export class TaskLinks {
  constructor(
    private readonly signer: LinkSigner,
    private readonly assets: AssetsService,
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
  ) {}

  /** Valid as long as links to files; null for a task that has ended. */
  eventsOf(task: Task): string | null {
    return isTerminal(task.status) ? null : this.sign('events', task);
  }

  /** As `eventsOf`; null for a task that makes no music, or has none and never will. */
  audioOf(task: Task): string | null {
    const isLost = isTerminal(task.status) && (task.status !== 'succeeded' || task.expiredAt !== null);
    return isLost || !this.kinds.require(task.kind).isAudible ? null : this.sign('audio', task);
  }

  /**
   * The task, for a caller with a link or one who may see it.
   * @param kinds As for `TasksService.requireVisible`.
   * @throws TaskLinkInvalid, TaskNotFound, TaskExpired.
   */
  async requireReadable(
    linked: Linked,
    principal: Principal | undefined,
    { id, proof, kinds }: { id: string; proof: LinkProof; kinds?: readonly string[] },
  ): Promise<Task> {
    if (proof.signature === undefined) return this.tasks.requireVisible(principal, id, kinds);
    if (!this.signer.isValid('GET', pathOf(linked, id), proof)) throw new TaskLinkInvalid();
    return this.tasks.requireUnexpired(id);
  }

  private sign(linked: Linked, { id }: Task): string {
    return this.signer.sign('GET', pathOf(linked, id), this.assets.linkExpiry());
  }
}

function pathOf(linked: Linked, id: string): string {
  return `/tasks/${id}/${linked}`;
}
