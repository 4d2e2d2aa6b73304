import { Injectable } from '@nestjs/common';
import { LinkSigner } from '#libs/platform/signing';
import type { Task } from '#libs/tasks';
import { VideoUpstreamSettings } from './video-upstream.settings.js';

/** Vendors repeat their calls for days at most. */
const VALID_MS = 7 * 24 * 60 * 60 * 1000;

/** Addresses that the vendor may call, one for each task, so that a task is looked at when something has happened. */
@Injectable()
export class VendorCallbackLinks {
  constructor(
    private readonly settings: VideoUpstreamSettings,
    private readonly links: LinkSigner,
  ) {}

  /** Undefined when the vendor is not to call. */
  linkFor(task: Task): string | undefined {
    if (!this.settings.takesCallbacks) return undefined;
    return this.links.sign('POST', pathOf(task.id), new Date(task.createdAt.getTime() + VALID_MS));
  }

  /** Whether the call came by a link made here. */
  isGenuine(taskId: string, proof: { expires?: string; signature?: string }): boolean {
    return this.links.isValid('POST', pathOf(taskId), proof);
  }
}

function pathOf(taskId: string): string {
  return `/proxy/vidprov/vendor-callbacks/${taskId}`;
}
