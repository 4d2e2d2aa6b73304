import { Injectable } from '@nestjs/common';
import { isFaultOfService, NamedModels, StillRunning } from '#libs/compatible/models';
import {
  isTerminal,
  type LinkedOutput,
  type Task,
  TaskChanges,
  TaskNotFound,
  TasksService,
  TaskWaits,
} from '#libs/media/work';
import { invalidFields, isJsonObject, type Principal, PublicAddress } from '#libs/platform/http';
import { linksOf, logsOf, type QueueStatus, resultOf } from './dto/queue.response.js';
import { FalCallbacks } from './fal-callbacks.js';
import { FAL_BASE } from './fal-requests.js';
import { InProgress, WorkDidNotSucceed, WorkNotPossible } from './fal.errors.js';

/** A request of `fal.run` waits for its result. */
const WAIT_SECONDS = 540;
const POSITIONS_MAX = 100;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type TaskFound = { task: Task; outputs: readonly LinkedOutput[] };

@Injectable()
export class FalQueueService {
  constructor(
    private readonly models: NamedModels,
    private readonly tasks: TasksService,
    private readonly changes: TaskChanges,
    private readonly waits: TaskWaits,
    private readonly address: PublicAddress,
    private readonly callbacks: FalCallbacks,
  ) {}

  /** @throws ModelNotFound, InvalidRequest, and as `NamedModels.start`. */
  async start(principal: Principal, name: string, input: unknown, callback?: string): Promise<Task> {
    if (!isJsonObject(input)) throw invalidFields(['The body must be an object']);
    const model = this.models.find(name, undefined, Object.keys(input));
    if (callback !== undefined) this.callbacks.choose();
    return this.models.start(principal, model, { fields: input, callback });
  }

  queued(task: Task, name: string): QueueStatus {
    return { status: 'IN_QUEUE', queue_position: 0, ...linksOf(task, this.baseOf(name)) };
  }

  /** @throws TaskNotFound */
  async status(principal: Principal, id: string, name: string, withLogs: boolean): Promise<QueueStatus> {
    const { task } = await this.require(principal, id);
    const head = linksOf(task, this.baseOf(name));
    const { status, startedAt, finishedAt, errorMessage } = task;
    if (status === 'created' || status === 'queued')
      return { status: 'IN_QUEUE', queue_position: await this.positionOf(task), ...head };
    const logs = withLogs ? logsOf(await this.tasks.listEvents(id, -1)) : null;
    if (!isTerminal(status)) return { status: 'IN_PROGRESS', logs, ...head };
    const seconds = startedAt && finishedAt ? (finishedAt.getTime() - startedAt.getTime()) / 1000 : null;
    return {
      ...{ status: 'COMPLETED', logs, ...head, metrics: { inference_time: seconds } },
      ...(errorMessage === null ? {} : { error: errorMessage }),
    };
  }

  /** @throws TaskNotFound, InProgress, and why there is none. */
  async result(principal: Principal, id: string): Promise<Record<string, unknown>> {
    const found = await this.require(principal, id);
    if (!isTerminal(found.task.status)) throw new InProgress();
    return resultOrError(found);
  }

  /** As `result`, when the task has ended. @throws StillRunning */
  async finish({ id }: Task, signal: AbortSignal): Promise<Record<string, unknown>> {
    const found = await this.waits.untilEnded(id, WAIT_SECONDS, signal);
    if (!found) throw new StillRunning(`The task ${id} goes on: look at GET /tasks/${id}.`);
    return resultOrError(found);
  }

  /** @returns Whether it was running. @throws TaskNotFound, TaskUncertain */
  async cancel(principal: Principal, id: string): Promise<boolean> {
    const { task } = await this.require(principal, id);
    if (isTerminal(task.status)) return false;
    await this.changes.cancel(task);
    return true;
  }

  private async require(principal: Principal, id: string): Promise<TaskFound> {
    if (!UUID.test(id)) throw new TaskNotFound();
    return this.tasks.requireVisibleWithOutputs(principal, id);
  }

  /** How many of its caller's tasks wait before it. */
  private async positionOf({ id, userId, status }: Task): Promise<number> {
    if (userId === null) return 0;
    return (await this.tasks.list({ userId, status, beforeId: id, limit: POSITIONS_MAX })).length;
  }

  private baseOf(name: string): string {
    return `${this.address.url}${FAL_BASE}/queue/${name}`;
  }
}

function resultOrError({ task, outputs }: TaskFound): Record<string, unknown> {
  const { status, errorCode, errorMessage } = task;
  if (status === 'succeeded') return resultOf(task, outputs);
  const isOurFault = status !== 'failed' || isFaultOfService(errorCode ?? '');
  throw new (isOurFault ? WorkDidNotSucceed : WorkNotPossible)(errorMessage ?? undefined);
}
