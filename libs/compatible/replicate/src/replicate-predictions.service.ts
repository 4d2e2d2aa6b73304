import { Injectable } from '@nestjs/common';
import { NamedModels } from '#libs/compatible/models';
import { type Task, TaskChanges, TaskEnded, TaskNotFound, TasksService, TaskWaits } from '#libs/media/work';
import { type Principal, PublicAddress } from '#libs/platform/http';
import type { NewPredictionRequest } from './dto/prediction.request.js';
import { ReplicateCallbacks } from './replicate-callbacks.js';
import { Prediction, type PredictionList } from './dto/prediction.response.js';

const PAGE = 100;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@Injectable()
export class ReplicatePredictionsService {
  constructor(
    private readonly models: NamedModels,
    private readonly tasks: TasksService,
    private readonly changes: TaskChanges,
    private readonly waits: TaskWaits,
    private readonly address: PublicAddress,
    private readonly callbacks: ReplicateCallbacks,
  ) {}

  /** @throws ModelNotFound, InvalidRequest, and as `NamedModels.start`. */
  async start(
    principal: Principal,
    name: string,
    { input, webhook, webhook_events_filter: events }: NewPredictionRequest,
  ): Promise<Task> {
    const model = this.models.find(name, undefined, Object.keys(input));
    if (webhook !== undefined) this.callbacks.choose(events);
    return this.models.start(principal, model, { fields: input, callback: webhook });
  }

  /** The task when it has ended in time; else as it began: the SDK takes any status but `starting` for an end. */
  async ended(task: Task, waitSeconds: number, signal: AbortSignal): Promise<Prediction> {
    const found = await this.waits.untilEnded(task.id, waitSeconds, signal);
    return found ? Prediction.from(found.task, found.outputs, this.address.url) : this.show(task);
  }

  show(task: Task): Prediction {
    return Prediction.from(task, [], this.address.url);
  }

  /** @throws TaskNotFound */
  async get(principal: Principal, id: string): Promise<Prediction> {
    if (!UUID.test(id)) throw new TaskNotFound();
    const { task, outputs } = await this.tasks.requireVisibleWithOutputs(principal, id);
    return Prediction.from(task, outputs, this.address.url);
  }

  /** Stops it; one that has ended stays as it is. @throws as `get`, TaskUncertain */
  async cancel(principal: Principal, id: string): Promise<Prediction> {
    if (!UUID.test(id)) throw new TaskNotFound();
    const task = await this.tasks.requireVisible(principal, id);
    await this.changes.cancel(task).catch((error: unknown) => {
      if (!(error instanceof TaskEnded)) throw error;
    });
    return this.get(principal, id);
  }

  async list({ userId }: Principal, cursor: string | undefined): Promise<PredictionList> {
    const tasks = await this.tasks.list({ userId, beforeId: cursor, limit: PAGE + 1 });
    const page = tasks.slice(0, PAGE);
    const outputs = await this.tasks.outputsOf(page);
    const last = tasks.length > PAGE ? page.at(-1)?.id : undefined;
    return {
      previous: null,
      next: last === undefined ? null : `${this.address.url}/v1/predictions?cursor=${last}`,
      results: page.map((task) => Prediction.from(task, outputs.get(task.id) ?? [], this.address.url)),
    };
  }
}
