import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DatabaseNotifications, NO_TRANSACTION } from '#libs/platform/database';
import { isTerminal, type TaskStatus } from './task-status.js';
import { type TaskNews, TasksRepository } from './tasks.repository.js';
import { TASK_CHANGED_CHANNEL, TASK_PROGRESS_CHANNEL } from './task-changes.js';

/** Notifications may be lost while their connection is down; this bounds the delay. */
const SWEEP_MS = 5_000;

const UNKNOWN = { status: '', progress: 0 } as const;

type Listener = (news: TaskNews) => void;
/** `listeners` maps to true those that want every change, not just the end. */
type Followed = { news: TaskNews | undefined; listeners: Map<Listener, boolean> };

/**
 * Feeds the followers of tasks in this process. However many there are, each change is read once, and changes of many
 * tasks are read in one statement; without any news, one statement checks all of them now and then.
 */
@Injectable()
export class FollowedTasks implements OnModuleInit, OnApplicationShutdown {
  private readonly followed = new Map<string, Followed>();
  private readonly due = new Set<string>();
  private isChecking = false;
  private sweep: NodeJS.Timeout | undefined;

  constructor(
    private readonly tasks: TasksRepository,
    private readonly notifications: DatabaseNotifications,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.notifications.listen(TASK_CHANGED_CHANNEL, (change) => {
      const [id = '', status] = change.split(' ');
      if (id === '') this.check(this.followed.keys());
      else if (!status || isTerminal(status as TaskStatus) || this.isFollowedClosely(id)) this.check([id]);
    });
    await this.notifications.listen(TASK_PROGRESS_CHANNEL, (id) => {
      if (this.isFollowedClosely(id)) this.check([id]);
    });
    this.sweep = setInterval(() => this.check(this.followed.keys()), SWEEP_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweep);
    this.followed.clear();
  }

  /**
   * Calls `listener` with the state of the task, then with every change of its status and progress.
   * @returns A function that stops it.
   */
  follow(taskId: string, listener: Listener): () => void {
    const leave = this.add(taskId, listener, true);
    this.check([taskId]);
    return leave;
  }

  /**
   * Calls `listener` when the task ends; it may be called for other changes too.
   * @returns A function that stops it.
   */
  followToEnd(taskId: string, listener: Listener): () => void {
    return this.add(taskId, listener, false);
  }

  /** Resolves when the task has ended or no longer exists, at once if so already, or when `signal` aborts. */
  async untilEnded(taskId: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    const leave = this.followToEnd(taskId, ({ status }) => {
      if (status === null || isTerminal(status)) resolve();
    });
    this.check([taskId]);
    await promise;
    leave();
  }

  private add(taskId: string, listener: Listener, wantsAll: boolean): () => void {
    const followed = this.followed.get(taskId) ?? { news: undefined, listeners: new Map() };
    this.followed.set(taskId, followed);
    followed.listeners.set(listener, wantsAll);
    if (followed.news) listener(followed.news);
    return () => {
      followed.listeners.delete(listener);
      if (followed.listeners.size === 0 && this.followed.get(taskId) === followed)
        this.followed.delete(taskId);
    };
  }

  private isFollowedClosely(id: string): boolean {
    return [...(this.followed.get(id)?.listeners.values() ?? [])].some(Boolean);
  }

  private check(ids: Iterable<string>): void {
    for (const id of ids) if (this.followed.has(id)) this.due.add(id);
    if (this.isChecking || this.due.size === 0) return;
    this.isChecking = true;
    // The sweep tries again; a lost database connection is logged and reported elsewhere.
    void this.readNews().catch(() => undefined);
  }

  private async readNews(): Promise<void> {
    try {
      while (this.due.size > 0) {
        const known = [...this.due].map((id) => this.followed.get(id)?.news ?? { id, ...UNKNOWN });
        this.due.clear();
        for (const news of await this.tasks.listNews(NO_TRANSACTION, known)) this.deliver(news);
      }
    } finally {
      // Synchronous with the last check of `due`: later additions start another round.
      this.isChecking = false;
    }
  }

  private deliver(news: TaskNews): void {
    const followed = this.followed.get(news.id);
    if (!followed) return;
    followed.news = news;
    for (const listener of [...followed.listeners.keys()]) listener(news);
  }
}
