import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { AssetsService } from '#libs/media/assets';
import { NO_TRANSACTION } from '#libs/platform/database';
import { beginningNote, begunBefore, type Principal, setReplyHeader } from '#libs/platform/http';
import { type JobHandlerClass, JobQueue } from '#libs/platform/queue';
import { Rounds } from '#libs/platform/runtime';
import { DiskRoom } from '#libs/platform/storage';
import { currentTraceparent } from '#libs/platform/tracing';
import { type AllTasksFilter, AllTasksRepository } from './all-tasks.repository.js';
import { CallbackForms } from './callback-forms.js';
import { TaskRetention } from './expiry/task-retention.js';
import { linkedOutputs } from './linked-outputs.js';
import { TaskNotFound } from './task.errors.js';
import { Task, type TaskEvent } from './task.entity.js';
import type { LinkedOutput } from './task-kinds.js';
import { countSubmitted } from './task-metrics.js';
import { type TaskJobPayload, TaskSubmissions } from './task-submissions.js';
import { type KindsFilter, type TaskFilter, TasksRepository } from './tasks.repository.js';
import { unexpired, visible } from './task-visibility.js';
import { WaitingTasks } from './waiting-tasks.js';

export type NewTask = {
  /** Given when inputs were already stored under the task's id. */
  id?: string;
  kind: string;
  request: Record<string, unknown>;
  provider: string;
  credits: number;
  estimatedSeconds: number;
  /** The provider's prediction, if recent tasks changed the estimate. */
  predictedSeconds?: number;
  callbackUrl?: string | undefined;
  /** Tasks of one caller with a higher priority begin first; default 0. */
  priority?: number;
  /** Begins only when no other task of its kind is waiting. */
  isLast?: boolean;
  /** Whether its kind shows callers that a task is waiting: it is then `queued` as soon as it is stored. */
  isQueued?: boolean;
};

export type TaskWithOutputs = { task: Task; outputs: readonly LinkedOutput[] };

/** Reads per statement, and concurrent statements. */
const READINGS = { items: 100, rounds: 2 };

const AS_CREATED = {
  status: 'created',
  outputs: [],
  details: {},
  errorCode: null,
  errorMessage: null,
  progress: 0,
  startedAt: null,
  finishedAt: null,
  expiresAt: null,
  expiredAt: null,
  run: null,
} satisfies Partial<Task>;

/** Starts tasks and reads them; `TaskChanges` changes existing ones. */
@Injectable()
export class TasksService {
  private readonly readings = new Rounds((ids: readonly string[]) => this.readAll(ids), READINGS);

  constructor(
    private readonly tasks: TasksRepository,
    private readonly allTasks: AllTasksRepository,
    private readonly submissions: TaskSubmissions,
    private readonly waiting: WaitingTasks,
    private readonly assets: AssetsService,
    private readonly queue: JobQueue,
    private readonly room: DiskRoom,
    private readonly retention: TaskRetention,
    private readonly forms: CallbackForms,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a task: its row, its first events, its job and its record under the `Idempotency-Key` commit together.
   * @returns The task as it was created, even if it is queued by now; or the one that `startedBefore` finds.
   */
  async submit(
    principal: Principal | undefined,
    input: NewTask,
    job: JobHandlerClass<TaskJobPayload>,
  ): Promise<Task> {
    const before = await this.startedBefore();
    if (before) return before;
    const source = principal ? null : this.assets.callerSource();
    const retentionHours = this.retention.requireHours();
    const request = { ...input.request, ...this.forms.toKeep() };
    const task = newTask(principal, source, { ...input, request }, retentionHours, this.clock.now());
    await this.submissions.store({
      task,
      isQueued: input.isQueued ?? false,
      noteBeginning: beginningNote(),
      job,
      jobOptions: {
        id: task.id,
        traceparent: task.traceparent ?? undefined,
        share: task.userId ?? `address:${source}`,
        weight: principal?.queueWeight,
        priority: input.priority,
        isLast: input.isLast,
      },
    });
    countSubmitted(task);
    return task;
  }

  /**
   * Call before anything is stored for a new task.
   * @returns As `startedBefore`.
   * @throws InvalidRequest for a retention that is not allowed, RateLimited when too many tasks of the caller are
   * waiting, InsufficientStorage when the disk is nearly full, Unavailable when no file can be stored.
   */
  async admit(principal: Principal | undefined): Promise<Task | undefined> {
    const before = await this.startedBefore();
    if (before) return before;
    this.retention.requireHours();
    await this.room.requireUsable();
    await this.waiting.requirePlace(principal);
    return undefined;
  }

  /**
   * The task that an earlier run of this request created and whose reply was lost, as it was created. Call before
   * inputs are fetched.
   * @throws TaskNotFound when it was deleted since.
   */
  async startedBefore(): Promise<Task | undefined> {
    const id = begunBefore();
    if (id === undefined) return undefined;
    const task = await this.tasks.find(NO_TRANSACTION, id);
    if (!task) throw new TaskNotFound('The task of this Idempotency-Key was deleted.');
    setReplyHeader('Idempotent-Replayed', 'true');
    return Object.assign(new Task(), task, AS_CREATED);
  }

  /**
   * Runs the job of a task now if it waits for its next poll.
   * @returns False when it does not wait: it is running, or has ended.
   */
  async runNow(taskId: string, job: JobHandlerClass<TaskJobPayload>): Promise<boolean> {
    return this.queue.runNow(job, taskId);
  }

  /** Finds a task without an access check; for the work on it. */
  async find(id: string): Promise<Task | undefined> {
    return this.tasks.find(NO_TRANSACTION, id);
  }

  /** Finds a task even if it was deleted; its request is empty then. */
  async findEvenDeleted(id: string): Promise<Task | undefined> {
    return this.tasks.findEvenDeleted(NO_TRANSACTION, id);
  }

  /**
   * The task, if the caller may see it.
   * @param kinds Only tasks of these kinds count.
   * @throws TaskNotFound when it is absent, of another kind, or another caller's; TaskExpired.
   */
  async requireVisible(
    principal: Principal | undefined,
    id: string,
    kinds?: readonly string[],
  ): Promise<Task> {
    return unexpired(visible(await this.tasks.find(NO_TRANSACTION, id), principal, kinds));
  }

  /**
   * The task, for a caller with a signed link to it.
   * @throws TaskNotFound, TaskExpired.
   */
  async requireUnexpired(id: string): Promise<Task> {
    const task = await this.tasks.find(NO_TRANSACTION, id);
    if (!task) throw new TaskNotFound();
    return unexpired(task);
  }

  /**
   * The task with its outputs. Concurrent reads share a statement, for callers that poll.
   * @param kinds As for `requireVisible`. Without them an expired task is shown as such.
   * @throws TaskNotFound as `requireVisible`, TaskExpired.
   */
  async requireVisibleWithOutputs(
    principal: Principal | undefined,
    id: string,
    kinds?: readonly string[],
  ): Promise<TaskWithOutputs> {
    const read = await this.readings.do(id.toLowerCase());
    if (!read) throw new TaskNotFound();
    const task = visible(read.task, principal, kinds);
    if (kinds) unexpired(task);
    return read;
  }

  /** The task with its outputs, without an access check; undefined when it does not exist. */
  async findWithOutputs(id: string): Promise<TaskWithOutputs | undefined> {
    return this.readings.do(id);
  }

  async list(filter: TaskFilter): Promise<Task[]> {
    return this.tasks.list(NO_TRANSACTION, filter);
  }

  /** A user's tasks of any of these kinds, newest first. */
  async listOfKinds(filter: KindsFilter): Promise<Task[]> {
    return this.tasks.listOfKinds(NO_TRANSACTION, filter);
  }

  /** The tasks of all users, newest first; for admins. */
  async listAll(filter: AllTasksFilter): Promise<Task[]> {
    return this.allTasks.list(NO_TRANSACTION, filter);
  }

  async listEvents(taskId: string, afterSeq: number): Promise<TaskEvent[]> {
    return this.tasks.listEvents(NO_TRANSACTION, taskId, afterSeq);
  }

  async outputsOf(tasks: readonly Task[]): Promise<Map<string, LinkedOutput[]>> {
    const withOutputs = tasks.filter((task) => task.outputs.length > 0);
    const assets = await this.assets.listOfTasks(withOutputs.map(({ id }) => id));
    const byTask = Map.groupBy(assets, ({ taskId }) => taskId);
    return new Map(
      tasks.map((task) => [task.id, linkedOutputs(this.assets, task, byTask.get(task.id) ?? [])]),
    );
  }

  private async readAll(
    ids: readonly string[],
  ): Promise<PromiseSettledResult<TaskWithOutputs | undefined>[]> {
    const tasks = new Map((await this.tasks.listByIds(NO_TRANSACTION, ids)).map((task) => [task.id, task]));
    const outputs = await this.outputsOf([...tasks.values()]);
    return ids.map((id) => {
      const task = tasks.get(id);
      return { status: 'fulfilled', value: task && { task, outputs: outputs.get(id) ?? [] } };
    });
  }
}

function newTask(
  principal: Principal | undefined,
  source: string | null,
  input: NewTask,
  retentionHours: number | null,
  createdAt: Date,
): Task {
  return Object.assign(new Task(), {
    id: input.id ?? uuidv7(),
    kind: input.kind,
    userId: principal?.userId ?? null,
    source,
    tokenId: principal?.tokenId ?? null,
    request: input.request,
    provider: input.provider,
    credits: input.credits,
    estimatedSeconds: input.estimatedSeconds,
    predictedSeconds: input.predictedSeconds ?? input.estimatedSeconds,
    callbackUrl: input.callbackUrl ?? null,
    traceparent: currentTraceparent() ?? null,
    createdAt,
    retentionHours,
    deletedAt: null,
    ...AS_CREATED,
  } satisfies Task);
}
