import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  CurrentPrincipal,
  type Principal,
  PrivatelyCached,
  Public,
  ReplyWithHeaders,
} from '#libs/platform/http';
import {
  inOrder,
  type LinkedOutput,
  type Task,
  TaskEventsLink,
  type TaskForm,
  TaskKinds,
  TaskNotFound,
  TaskPath,
  TaskResponse,
  TasksService,
  TaskTimelines,
  type Timeline,
  type TimelineStep,
  TimelineStepResponse,
} from '#libs/media/work';
import type { DeliveryWithAttempts } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryResponse } from './dto/delivery.response.js';
import { TaskDetailsResponse } from './dto/task-details.response.js';

/** What is shown of a task besides its row. */
type More = {
  steps: readonly TimelineStep[];
  deliveries: readonly DeliveryWithAttempts[];
  showsVendors: boolean;
};

type QuietForms = Record<'forAdmins' | 'forOthers', TaskForm<TaskDetailsResponse>>;

@ApiTags('Tasks')
@Controller('tasks')
export class TaskDetailsController {
  /** Of tasks without a receiver. */
  private readonly quietForms = new WeakMap<Timeline, QuietForms>();

  constructor(
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly timelines: TaskTimelines,
    private readonly deliveries: DeliveriesService,
    private readonly events: TaskEventsLink,
  ) {}

  /** One task. A task that was started without a token can be read by any caller who has its id. */
  @Get(':id')
  @Public()
  @PrivatelyCached()
  @ApiOkResponse({ type: TaskDetailsResponse })
  @ApiErrors(TaskNotFound)
  async getTask(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
  ): Promise<ReplyWithHeaders<TaskDetailsResponse>> {
    const read = await this.tasks.requireVisibleWithOutputs(principal, id);
    const { task } = read;
    const [timeline, deliveries] = await Promise.all([this.timelines.of(read), this.deliveriesOf(task)]);
    const showsVendors = principal?.isAdmin ?? false;
    if (task.callbackUrl === null && timeline.isFinal) {
      const { forAdmins, forOthers } = this.quietFormsOf(timeline);
      return read.reply(showsVendors ? forAdmins : forOthers);
    }
    return this.details(task, read.outputs, { steps: timeline.steps, deliveries, showsVendors });
  }

  /** To the callback address; without one there have never been any. */
  private async deliveriesOf(task: Task): Promise<DeliveryWithAttempts[]> {
    if (task.callbackUrl === null) return [];
    const deliveries = await this.deliveries.listOfTask(task);
    return deliveries.filter(({ endpointId }) => endpointId === null);
  }

  private quietFormsOf(timeline: Timeline): QuietForms {
    const { steps } = timeline;
    const form =
      (showsVendors: boolean): TaskForm<TaskDetailsResponse> =>
      (task, outputs) =>
        this.details(task, outputs, { steps, deliveries: [], showsVendors });
    const forms = this.quietForms.get(timeline) ?? { forAdmins: form(true), forOthers: form(false) };
    this.quietForms.set(timeline, forms);
    return forms;
  }

  private details(
    task: Task,
    outputs: readonly LinkedOutput[],
    { steps, deliveries, showsVendors }: More,
  ): ReplyWithHeaders<TaskDetailsResponse> {
    const nativeStatus = this.kinds.require(task.kind).nativeStatus(task.status);
    const timeline = inOrder([...steps, ...deliveries.flatMap(attemptsOf)]);
    return new ReplyWithHeaders(
      {},
      {
        ...TaskResponse.from(task, nativeStatus, outputs),
        events_url: this.events.of(task),
        timeline: timeline.map((step) => TimelineStepResponse.from(step, showsVendors)),
        deliveries: deliveries.map((delivery) => DeliveryResponse.from(delivery)),
      },
    );
  }
}

function attemptsOf({ attempts }: DeliveryWithAttempts): TimelineStep[] {
  return attempts.map(({ startedAt, durationMs, responseStatus }, index) => ({
    step: 'webhook',
    at: startedAt,
    until: new Date(startedAt.getTime() + durationMs),
    attempt: index + 1,
    outcome: responseStatus === null ? 'no_answer' : String(responseStatus),
  }));
}
