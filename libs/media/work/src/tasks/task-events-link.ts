import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { type LinkProof, LinkSigner } from '#libs/platform/signing';
import type { Task } from './task.entity.js';
import { isTerminal } from './task-status.js';

/** Signed links to the events of tasks, for browsers: an `EventSource` cannot send a token. */
@Injectable()
export class TaskEventsLink {
  constructor(
    private readonly signer: LinkSigner,
    private readonly assets: AssetsService,
  ) {}

  /** Valid as long as links to files; null for a task that has ended. */
  of({ id, status }: Pick<Task, 'id' | 'status'>): string | null {
    return isTerminal(status) ? null : this.signer.sign('GET', pathOf(id), this.assets.linkExpiry());
  }

  isValid(id: string, proof: LinkProof): boolean {
    return this.signer.isValid('GET', pathOf(id), proof);
  }
}

function pathOf(id: string): string {
  return `/tasks/${id}/events`;
}
