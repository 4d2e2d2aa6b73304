import { Injectable } from '@nestjs/common';
import { DatabaseNotifications } from '#libs/platform/database';
import type { Task } from './task.entity.js';
import { TaskKinds } from './task-kinds.js';
import { isTerminal } from './task-status.js';
import { TASK_CHANGED_CHANNEL, TasksService } from './tasks.service.js';

/** Notifications may be lost while their connection is down; this bounds how late a change is seen. */
const FALLBACK_POLL_MS = 2_000;
/** Keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;

/** One server-sent event, as text ready for the wire. */
type Chunk = string;

/** Turns the event log of a task into server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
@Injectable()
export class TaskStream {
  constructor(
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly notifications: DatabaseNotifications,
  ) {}

  /** Whether the task has ended and no event comes after `afterSeq`. */
  async isOver(task: Task, afterSeq: number): Promise<boolean> {
    return isTerminal(task.status) && (await this.tasks.listEvents(task.id, afterSeq)).length === 0;
  }

  /** Every status change after `afterSeq`, and progress between them, until the task ends or `signal` aborts. */
  async *follow(task: Task, afterSeq: number, signal: AbortSignal): AsyncGenerator<Chunk> {
    const kind = this.kinds.require(task.kind);
    const bell = new Bell();
    const stop = await this.notifications.listen(TASK_CHANGED_CHANNEL, (id) => {
      if (id === task.id || id === '') bell.ring();
    });
    try {
      let seq = afterSeq;
      let progress = -1;
      let quietSince = Date.now();
      while (!signal.aborted) {
        // Read before the events: when it has ended, the last of them is there.
        const now = await this.tasks.find(task.id);
        if (!now) return;
        for (const event of await this.tasks.listEvents(task.id, seq)) {
          seq = event.seq;
          quietSince = Date.now();
          const data = {
            task_id: task.id,
            status: event.status,
            native_status: kind.nativeStatus(event.status),
            at: event.createdAt.toISOString(),
          };
          yield `id: ${seq}\nevent: status\ndata: ${JSON.stringify(data)}\n\n`;
          if (isTerminal(event.status)) return;
        }
        if (isTerminal(now.status)) return;
        if (now.status === 'processing' && now.progress !== progress) {
          progress = now.progress;
          quietSince = Date.now();
          yield `event: progress\ndata: ${JSON.stringify({ task_id: task.id, progress })}\n\n`;
        }
        if (Date.now() - quietSince > KEEP_ALIVE_MS) {
          quietSince = Date.now();
          yield ': still here\n\n';
        }
        await bell.wait(FALLBACK_POLL_MS, signal);
      }
    } finally {
      stop();
    }
  }
}

/** Lets a reader sleep until something rings, without missing a ring that came while it worked. */
class Bell {
  private hasRung = false;
  private wake: (() => void) | undefined;

  ring(): void {
    this.hasRung = true;
    this.wake?.();
  }

  async wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (!this.hasRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, timeoutMs);
        signal.addEventListener('abort', end);
        this.wake = end;
      });
    }
    this.wake = undefined;
    this.hasRung = false;
  }
}
