import type { JobHandlerClass } from '#libs/platform/queue';
import {
  type MediaInputs,
  type Task,
  type TaskJobPayload,
  type TaskWorkResult,
  SENT_FIELDS,
  understoodRequest,
} from '#libs/media/work';
import { inputProblem, offeredModels } from '../adapters/model-inputs.js';
import type { Send, VendorAdapter } from '../adapters/vendor-adapter.js';
import { tooLargeProblem, VendorInput } from '../adapters/vendor-input.js';
import { sentOnly, type VendorWork } from '../adapters/vendor-work.js';
import {
  type MediaContext,
  type MediaProvider,
  type MediaWork,
  seedOf,
  type StoppedTask,
  type WorkToGive,
} from '../choice/media-provider.js';
import type { VendorOrder } from '../orders/vendor-order.entity.js';
import { isModelKind, type OfferedModel } from '../terms/model-kinds.js';
import { recipeOf } from '../terms/upstream-options.js';
import { workOf } from '../choice/offered-work.js';
import { costOf, inCurrency } from '../terms/vendor-cost.js';
import { RefusedByVendor } from '../terms/vendor-refusal.js';
import { OutboundError } from '#libs/platform/outbound';
import type { UpstreamClient } from '../upstream/upstream-client.js';
import type { UpstreamTasks } from './upstream-tasks.js';
import type { VendorTask } from '../choice/vendor-task.js';

/** What an area of media knows of its tasks, for their vendors. */
export type VendorArea = {
  readonly kinds: readonly string[];
  readonly job: JobHandlerClass<TaskJobPayload>;
  /** Most tasks of one vendor that one process works on at a time. */
  readonly concurrency: number;
  readonly maxFileBytes: number;
  estimateSeconds(work: MediaWork): number;
  /** The media type of a result by its content; undefined if the task should not produce such a file. */
  identify(path: string, kind: string): Promise<string | undefined>;
  /** A request without its inputs, and these: references by their names. */
  split(task: Task): { fields: Record<string, unknown>; inputs: Readonly<Record<string, string>> };
  /** Longest time of a task, if longer than its vendor's usual limit. */
  deadlineSeconds?(task: Task): number | undefined;
  /** Does more with what was made, before it is stored. */
  deliver?(task: Task, context: MediaContext, result: TaskWorkResult): Promise<TaskWorkResult>;
};

/** What its environment gives to the provider of a vendor. */
export type VendorTools = {
  tasks: UpstreamTasks;
  inputs: MediaInputs;
  /** Whether vendors can reach our links. */
  isPublic: boolean;
  callbackUrl(task: Task, client: UpstreamClient): string | undefined;
};

/** Has the tasks of one area done by one vendor. */
export class VendorProvider implements MediaProvider {
  readonly name: string;
  readonly isPaid = true;
  readonly job: JobHandlerClass<TaskJobPayload>;
  readonly concurrency: number;
  private readonly offered: readonly OfferedModel[];
  /** Absent where the vendor cannot stop: submitted work is finished there, and billed. */
  readonly stop?: (task: StoppedTask) => Promise<boolean>;

  constructor(
    readonly client: UpstreamClient,
    private readonly adapter: VendorAdapter,
    /** That the vendor can do. */
    private readonly kinds: readonly string[],
    private readonly area: VendorArea,
    private readonly tools: VendorTools,
  ) {
    this.name = client.options.provider;
    this.job = area.job;
    this.concurrency = area.concurrency;
    this.offered = offeredModels(adapter, client.options);
    if (adapter.cancel) this.stop = (task) => this.cancel(task);
  }

  /** The models of the kind that callers name; empty for kinds that are no model's. */
  models(kind: string): readonly OfferedModel[] {
    return this.offered.filter((model) => model.kind === kind);
  }

  /** Whether it answers an order with a stream. */
  get streams(): boolean {
    return this.adapter.stream !== undefined;
  }

  estimateSeconds(work: MediaWork): number {
    return this.area.estimateSeconds(work);
  }

  canDo(kind: string): boolean {
    return this.kinds.includes(kind) && (!isModelKind(kind) || this.models(kind).length > 0);
  }

  costOf(work: WorkToGive): number | undefined {
    const models = [work.model, this.modelOf(work.kind, work.model)];
    return costOf(this.client.options.offer, { ...work, models });
  }

  refuses(work: WorkToGive): string | undefined {
    const maxBytes = this.sendsLinks ? Infinity : this.adapter.pictureMaxBytes;
    const offered = this.models(work.kind).find(({ name }) => name === work.model);
    const problem =
      (offered && inputProblem(offered.input, work.fields)) ?? tooLargeProblem(work.pictures ?? [], maxBytes);
    if (problem !== undefined) return problem;
    return this.adapter.refuses({ ...work, model: this.modelOf(work.kind, work.model) });
  }

  ownModel(model: string): string {
    return this.client.options.models?.get(model) ?? this.adapter.ownModel(model);
  }

  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    const result = await this.tools.tasks.run(task, context, this.vendorTask(task));
    return this.area.deliver?.(task, context, result) ?? result;
  }

  vendorTask(task: Task): VendorTask {
    const { client, adapter, area } = this;
    const { deadlineSeconds } = client.options;
    return {
      ...{ task, client, adapter },
      deadlineSeconds: Math.max(area.deadlineSeconds?.(task) ?? 0, deadlineSeconds),
      maxFileBytes: area.maxFileBytes,
      ownSeed: area.split(task).fields.seed === undefined ? seedOf(task) : undefined,
      costOf: (said, megapixels) =>
        said === undefined
          ? this.costOf({ ...workOf(task), megapixels })
          : inCurrency(client.options.offer, said),
      identify: (file) => area.identify(file, task.kind),
      workFor: (order, signal) => this.workOf(task, order, signal),
    };
  }

  private workOf(task: Task, { reference }: Pick<VendorOrder, 'reference'>, signal: AbortSignal): VendorWork {
    const sent = task.request[SENT_FIELDS];
    const { fields, inputs } = this.area.split({ ...task, request: understoodRequest(task) });
    const startedAt = task.startedAt ?? task.createdAt;
    const until = new Date(startedAt.getTime() + this.vendorTask(task).deadlineSeconds * 1_000);
    const { model, seed, duration, duration_seconds: seconds } = fields;
    const { pictureMaxBytes: maxBytes } = this.adapter;
    const source = { inputs: this.tools.inputs, isReachable: this.sendsLinks, maxBytes, until, signal };
    return {
      ...{ kind: task.kind, taskId: task.id, reference, fields },
      model: this.modelOf(task.kind, model),
      asked: Array.isArray(sent) ? sentOnly(fields, sent as string[]) : fields,
      inputs: Object.entries(inputs).map(
        ([name, ref]) => new VendorInput(name, { ...source, reference: ref }),
      ),
      seed: typeof seed === 'number' && seed > 0 ? seed : seedOf(task),
      durationSeconds: [duration, seconds].find((value) => typeof value === 'number') as number | undefined,
      callbackUrl: this.tools.callbackUrl(task, this.client),
    };
  }

  /** Whether pictures that are stored here go by a link. */
  private get sendsLinks(): boolean {
    const { inputs } = this.client.options;
    return inputs === undefined ? this.adapter.takesLinks && this.tools.isPublic : inputs === 'link';
  }

  /** The model that the vendor is asked for. */
  private modelOf(kind: string, model: unknown): string | undefined {
    const ours = typeof model === 'string' ? model : undefined;
    return recipeOf(this.client.options, kind, ours)?.model ?? (ours && this.ownModel(ours));
  }

  /** @throws OutboundError when the vendor cannot be reached. */
  private async cancel({ id, kind }: StoppedTask): Promise<boolean> {
    const { vendorId, vendorKey, isOpen } = await this.tools.tasks.findOrder(id);
    if (vendorId === undefined) return !isOpen;
    const send: Send = async (call) => this.client.send(call, new AbortController().signal, vendorKey);
    try {
      const call = await this.adapter.cancel?.(vendorId, kind, send);
      if (call) await send(call);
    } catch (error) {
      // A refusal means that there is nothing left to stop.
      const isRefusal = error instanceof OutboundError && error.code === 'bad_status';
      if (!isRefusal || (error.retryable && !(error instanceof RefusedByVendor))) throw error;
    }
    return true;
  }
}
