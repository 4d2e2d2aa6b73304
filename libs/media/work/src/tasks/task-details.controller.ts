import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors, CurrentPrincipal, type Principal, PrivatelyCached, Public } from '#libs/platform/http';
import type { DeliveryResponse } from './dto/delivery.response.js';
import { TaskPath } from './dto/task.request.js';
import { TaskDetailsResponse, TaskResponse } from './dto/task.response.js';
import { TimelineStepResponse } from './dto/timeline.response.js';
import { TaskNotFound } from './task.errors.js';
import { TaskDeliveries } from './task-deliveries.js';
import { TaskKinds } from './task-kinds.js';
import { TaskLinks } from './task-links.js';
import { TasksService } from './tasks.service.js';
import { TaskTimelines } from './timeline/task-timelines.js';
import { inOrder, type TimelineStep } from './timeline/timeline.js';

@ApiTags('Tasks')
@Controller('tasks')
export class TaskDetailsController {
  constructor(
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly timelines: TaskTimelines,
    private readonly deliveries: TaskDeliveries,
    private readonly links: TaskLinks,
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
    const [steps, deliveries] = await Promise.all([this.timelines.of(task), this.deliveries.of(task)]);
    const showsVendors = principal?.isAdmin ?? false;
    const nativeStatus = this.kinds.require(task.kind).nativeStatus(task.status);
    const timeline = inOrder([...steps, ...deliveries.flatMap(attemptsOf)]);
    return {
      ...TaskResponse.from(task, nativeStatus, outputs),
      events_url: this.links.eventsOf(task),
      audio_url: this.links.audioOf(task),
      timeline: timeline.map((step) => TimelineStepResponse.from(step, showsVendors)),
      deliveries,
    };
  }
}

function attemptsOf({ attempts }: DeliveryResponse): TimelineStep[] {
  return attempts.map(({ started_at, duration_ms, response_status }, index) => ({
    step: 'webhook',
    at: new Date(started_at),
    until: new Date(Date.parse(started_at) + duration_ms),
    attempt: index + 1,
    outcome: response_status === null ? 'no_answer' : String(response_status),
  }));
}
