import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { v7 as uuidv7, validate } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { lowestIdAt, NO_TRANSACTION, storableText } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { onProblemLine, type ProblemLine } from '#libs/platform/logging';
import { TaskDeleted, TasksExpired } from '../task.events.js';
import type { TaskLogLine } from './task-log-line.entity.js';
import { TaskLogRepository } from './task-log.repository.js';

const STORE_EVERY_MS = 1_000;
/** Lines that wait to be stored; further ones are only in the log. */
const WAITING_MAX = 1_000;
const DETAILS_MAX_CHARS = 8_000;
const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;
const BATCH = 1_000;
/** Fields with a column, and those that say nothing about a task. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'taskId', 'jobId', 'pid']);

/**
 * The warnings and errors that all processes log about tasks, kept for admins for thirty days, or until the task is
 * deleted or expires. Lines are stored together, a moment after they were logged; nothing waits for that.
 */
@Injectable()
export class TaskLog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(TaskLog.name);
  private waiting: TaskLogLine[] = [];
  private timer: NodeJS.Timeout | undefined;
  private stop: (() => void) | undefined;

  constructor(
    private readonly lines: TaskLogRepository,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.events.subscribe(TaskDeleted, ({ taskId }, scope) => this.lines.deleteOf(scope, [taskId]));
    this.events.subscribe(TasksExpired, ({ taskIds }, scope) => this.lines.deleteOf(scope, taskIds));
    this.stop = onProblemLine((line) => this.take(line));
    this.timer = setInterval(() => void this.store(), STORE_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop?.();
    await this.store();
  }

  /** Stores what this process has logged since the last time. */
  async store(): Promise<void> {
    const lines = this.waiting;
    if (lines.length === 0) return;
    this.waiting = [];
    try {
      await this.lines.insert(NO_TRANSACTION, lines);
    } catch (error) {
      this.waiting = [...lines, ...this.waiting].slice(0, WAITING_MAX);
      this.logger.warn({ err: error }, 'Log lines of tasks could not be stored; trying again');
    }
  }

  /** Oldest first. */
  async linesOf(taskId: string): Promise<TaskLogLine[]> {
    return this.lines.listOf(NO_TRANSACTION, taskId);
  }

  /** Deletes what was kept long enough. */
  async forgetOld(signal: AbortSignal): Promise<void> {
    const before = lowestIdAt(this.clock.in(-KEPT_DAYS * DAY_MS));
    while (!signal.aborted && (await this.lines.deleteBefore(NO_TRANSACTION, before, BATCH)) === BATCH);
  }

  private take(line: ProblemLine): void {
    // The job of a task has its id.
    const taskId = line.taskId ?? line.jobId;
    if (!validate(taskId) || this.waiting.length >= WAITING_MAX) return;
    this.waiting.push({
      id: uuidv7(),
      taskId: taskId as string,
      loggedAt: new Date(line.time),
      level: line.level,
      message: storableText(line.msg),
      details: detailsOf(line),
    });
  }
}

function detailsOf(line: ProblemLine): Record<string, unknown> {
  const fields = Object.entries(line).filter(([name]) => !LEFT_OUT.has(name));
  const storable = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? storableText(value) : value;
  const text = JSON.stringify(Object.fromEntries(fields), storable);
  if (text.length <= DETAILS_MAX_CHARS) return JSON.parse(text) as Record<string, unknown>;
  return { context: line.context, cut: storableText(text.slice(0, DETAILS_MAX_CHARS)) };
}
