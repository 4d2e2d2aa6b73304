import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { BodyTooLarge } from '#libs/platform/errors';
import { type LinkProof, LinkSigner } from '#libs/platform/signing';
import { isTerminal, type Task, TaskNotFound, TasksService } from '#libs/media/work';
import { MediaProviders } from '../choice/media-providers.js';
import { type CallerRequest, isSigned } from '../terms/callback-signature.js';
import type { UpstreamOptions } from '../terms/upstream-options.js';
import { CallbackNotSigned } from './vendor-callback.errors.js';

/** Vendors repeat their calls for some days at most. */
const VALID_MS = 7 * 24 * 60 * 60 * 1000;
/** Largest body of a signed call; vendors send a task's state. */
const BODY_MAX_BYTES = 256 * 1024;
/** After this many tries, the task waits for its usual poll. */
const TRIES = 10;
const PAUSE_MS = 200;

/** A vendor's call only causes a poll; its content is not used. */
@Injectable()
export class VendorCallbacks {
  constructor(
    private readonly links: LinkSigner,
    private readonly tasks: TasksService,
    private readonly providers: MediaProviders,
  ) {}

  /** The address that the vendor may call about a task; undefined if it is not to call. */
  linkFor(task: Task, { callbacks }: UpstreamOptions): string | undefined {
    if (!callbacks.isOn) return undefined;
    return this.links.sign('POST', pathOf(task.id), new Date(task.createdAt.getTime() + VALID_MS));
  }

  /**
   * Polls the task soon; the vendor does not wait for that.
   * @throws TaskNotFound when the link is not one of ours, or no longer valid.
   * @throws CallbackNotSigned, BodyTooLarge if the vendor signs its calls.
   */
  async receive(taskId: string, proof: LinkProof, request: Request): Promise<void> {
    if (!this.links.isValid('POST', pathOf(taskId), proof)) throw new TaskNotFound();
    if (!(await this.isProved(taskId, request))) throw new CallbackNotSigned();
    // If the database is down, the task is still polled on its usual schedule.
    void this.wake(taskId).catch(() => undefined);
  }

  /** Whether the call is signed as the vendor of the task signs. If no vendor signs, nothing is looked up. */
  private async isProved(taskId: string, request: Request): Promise<boolean> {
    if (!this.providers.hasSignedCallbacks) return true;
    const task = await this.tasks.find(taskId);
    const vendor = task && this.providers.find(task)?.client;
    if (!vendor?.signsCallbacks) return true;
    const { method, originalUrl: url, headers } = request;
    const call: CallerRequest = { method, url, headers, body: await bodyOf(request) };
    return vendor.options.callbacks.secret
      ? isSigned(vendor.options.callbacks, call)
      : vendor.isSignedCallback(call);
  }

  private async wake(taskId: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const task = await this.tasks.find(taskId);
      const job = task && this.providers.find(task)?.job;
      if (!job || isTerminal(task.status) || (await this.tasks.runNow(taskId, job))) return;
      // It is being polled right now, and that poll may have missed the change.
      await sleep(PAUSE_MS);
    }
  }
}

async function bodyOf(request: Request): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > BODY_MAX_BYTES) throw new BodyTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function pathOf(taskId: string): string {
  return `/vendor-callbacks/${taskId}`;
}
