import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { TaskHistory, TaskKinds, type TaskStatusChanged } from '#libs/media/work';
import { TaskMessage } from './dto/message.response.js';
import { signedHeaders } from './webhook-sender.js';
import { WebhookKeys } from './webhook-keys.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';

const READ_EVERY_MS = 1_000;
/** A comment this often keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;
/** A change has the time at which its transaction began, and is seen when that commits. */
const COMMIT_MS = 30_000;
/** How far back a reader may go on. */
const RESUME_MAX_MS = 60 * 60_000;
const TASKS_AT_ONCE = 100;

/** What a standing endpoint of a user would be sent, as server-sent events for a program without an address. */
@Injectable()
export class WebhookStream {
  constructor(
    private readonly history: TaskHistory,
    private readonly kinds: TaskKinds,
    private readonly secrets: WebhookSecretsService,
    private readonly keys: WebhookKeys,
    private readonly clock: Clock,
  ) {}

  /**
   * Every status change of the user's tasks until `signal`, from now on, or after `lastEventId`; then some that were sent before come
   * again, under the same `webhook-id`. Signed as calls of the user's callback addresses are.
   */
  async *follow(
    userId: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const earliest = this.earliest(lastEventId);
    const sent = new Map<string, number>();
    let readUntil = earliest;
    let spokenAt = earliest;
    do {
      const until = this.clock.now();
      const since = new Date(Math.max(earliest.getTime(), readUntil.getTime() - COMMIT_MS));
      for await (const change of this.changes(userId, since, until)) {
        const id = uuidv5(String(change.event.seq), change.task.id);
        if (sent.has(id)) continue;
        sent.set(id, change.event.createdAt.getTime());
        spokenAt = until;
        yield await this.chunkOf(userId, id, change);
      }
      for (const [id, at] of sent) if (at < until.getTime() - 2 * COMMIT_MS) sent.delete(id);
      readUntil = until;
      if (until.getTime() - spokenAt.getTime() >= KEEP_ALIVE_MS) {
        spokenAt = until;
        yield ': still here\n\n';
      }
      await sleep(READ_EVERY_MS, undefined, { signal }).catch(() => undefined);
    } while (!signal.aborted);
  }

  private earliest(lastEventId: string | undefined): Date {
    const now = this.clock.now();
    const last = Date.parse(lastEventId ?? '');
    if (Number.isNaN(last) || last > now.getTime()) return now;
    return new Date(Math.max(last - COMMIT_MS, now.getTime() - RESUME_MAX_MS));
  }

  private async *changes(userId: string, since: Date, until: Date): AsyncGenerator<TaskStatusChanged> {
    let afterTaskId: string | undefined;
    do {
      const page = { since, until, afterTaskId, limit: TASKS_AT_ONCE };
      const { changes, lastTaskId } = await this.history.changesOf(userId, page);
      yield* changes;
      afterTaskId = lastTaskId;
    } while (afterTaskId !== undefined);
  }

  private async chunkOf(userId: string, id: string, change: TaskStatusChanged): Promise<string> {
    const { task, event } = change;
    const nativeStatus = this.kinds.require(task.kind).nativeStatus(event.status);
    const body = JSON.stringify(TaskMessage.of(change, nativeStatus));
    const signers = { secrets: await this.secrets.signing(userId), keys: this.keys.of(userId) };
    const headers = signedHeaders(signers, { id, body }, this.clock.now());
    const data = JSON.stringify({ headers, body });
    return `id: ${event.createdAt.toISOString()}\nevent: delivery\ndata: ${data}\n\n`;
  }
}
