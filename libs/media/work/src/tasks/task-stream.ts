import { Injectable } from '@nestjs/common';
import { Bell } from '#libs/platform/runtime';
import { FollowedTasks } from './followed-tasks.js';
import type { Task } from './task.entity.js';
import { type TaskKind, TaskKinds } from './task-kinds.js';
import { isTerminal } from './task-status.js';
import type { TaskNews } from './tasks.repository.js';
import { TasksService } from './tasks.service.js';

/** A comment this often keeps proxies from closing a quiet stream. In Node.js, timers of the same length are cheap. */
const KEEP_ALIVE_MS = 15_000;

/** One server-sent event, as text ready to send. */
type Chunk = string;

/** Turns the event log of a task into server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
@Injectable()
export class TaskStream {
  constructor(
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly followed: FollowedTasks,
  ) {}

  /** Whether the task has ended and no event comes after `afterSeq`. */
  async isOver(task: Task, afterSeq: number): Promise<boolean> {
    return isTerminal(task.status) && (await this.tasks.listEvents(task.id, afterSeq)).length === 0;
  }

  /** Every status change after `afterSeq`, and progress between them, until the task ends or `signal` aborts. */
  async *follow(task: Task, afterSeq: number, signal: AbortSignal): AsyncGenerator<Chunk> {
    const reader = new Reader(this.kinds.require(task.kind), afterSeq, signal);
    const leave = this.followed.follow(task.id, (news) => reader.take(news));
    const pulse = setInterval(() => reader.beat(), KEEP_ALIVE_MS);
    try {
      while (!signal.aborted && !reader.isOver) {
        const chunk = reader.next();
        if (chunk === '') await reader.wait();
        else yield chunk;
      }
    } finally {
      leave();
      clearInterval(pulse);
    }
  }
}

class Reader {
  /** Nothing follows the last result of `next`. */
  isOver = false;
  private news: TaskNews | undefined;
  private progress = -1;
  private isBeaten = false;
  private readonly bell = new Bell();

  constructor(
    private readonly kind: TaskKind,
    private seq: number,
    private readonly signal: AbortSignal,
  ) {}

  take(news: TaskNews): void {
    this.news = news;
    this.bell.ring();
  }

  beat(): void {
    this.isBeaten = true;
    this.bell.ring();
  }

  /** Everything new, or an empty text. */
  next(): Chunk {
    const { news, isBeaten } = this;
    this.news = undefined;
    this.isBeaten = false;
    const chunk = news ? this.chunkOf(news) : '';
    return chunk || !isBeaten ? chunk : ': still here\n\n';
  }

  async wait(): Promise<void> {
    if (!this.news && !this.isBeaten && !this.isOver) await this.bell.next(this.signal);
  }

  private chunkOf({ id, status, progress, events }: TaskNews): Chunk {
    let chunk = '';
    for (const event of events.filter(({ seq }) => seq > this.seq)) {
      this.seq = event.seq;
      const data = {
        task_id: id,
        status: event.status,
        native_status: this.kind.nativeStatus(event.status),
        at: new Date(event.createdAt).toISOString(),
      };
      chunk += `id: ${event.seq}\nevent: status\ndata: ${JSON.stringify(data)}\n\n`;
    }
    this.isOver = status === null || isTerminal(status);
    if (status === 'processing' && progress !== this.progress) {
      this.progress = progress;
      chunk += `event: progress\ndata: ${JSON.stringify({ task_id: id, progress })}\n\n`;
    }
    return chunk;
  }
}
