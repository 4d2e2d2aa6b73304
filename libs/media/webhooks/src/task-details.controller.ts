import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors, CurrentPrincipal, type Principal, PrivatelyCached, Public } from '#libs/platform/http';
import {
  inOrder,
  type Task,
  TaskEventsLink,
  TaskKinds,
  TaskNotFound,
  TaskPath,
  TaskResponse,
  TasksService,
  TaskTimelines,
  type TimelineStep,
  TimelineStepResponse,
} from '#libs/media/work';
import type { DeliveryWithAttempts } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryResponse } from './dto/delivery.response.js';
import { TaskDetailsResponse } from './dto/task-details.response.js';

@ApiTags('Tasks')
@Controller('tasks')
export class TaskDetailsController {
  constructor(
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly timelines: TaskTimelines,
    private readonly deliveries: DeliveriesService,
    private readonly events: TaskEventsLink,
  ) {}

  /** One task. Any caller that has the id of a task started without a token can read it. */
  @Get(':id')
  @Public()
  @PrivatelyCached()
  @ApiOkResponse({ type: TaskDetailsResponse })
  @ApiErrors(TaskNotFound)
  async getTask(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
  ): Promise<TaskDetailsResponse> {
    const { task, outputs } = await this.tasks.requireVisibleWithOutputs(principal, id);
    const [steps, deliveries] = await Promise.all([this.timelines.of(task), this.deliveriesOf(task)]);
    const showsVendors = principal?.isAdmin ?? false;
    const nativeStatus = this.kinds.require(task.kind).nativeStatus(task.status);
    const timeline = inOrder([...steps, ...deliveries.flatMap(attemptsOf)]);
    return {
      ...TaskResponse.from(task, nativeStatus, outputs),
      events_url: this.events.of(task),
      timeline: timeline.map((step) => TimelineStepResponse.from(step, showsVendors)),
      deliveries: deliveries.map((delivery) => DeliveryResponse.from(delivery)),
    };
  }

  /** To the callback address; without one there are none. */
  private async deliveriesOf(task: Task): Promise<DeliveryWithAttempts[]> {
    if (task.callbackUrl === null) return [];
    const deliveries = await this.deliveries.listOfTask(task);
    return deliveries.filter(({ endpointId }) => endpointId === null);
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
