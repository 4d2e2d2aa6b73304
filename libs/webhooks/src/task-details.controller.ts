import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors, CurrentPrincipal, type Principal, Public, ReplyWithHeaders } from '#libs/platform/http';
import {
  type LinkedOutput,
  type Task,
  type TaskForm,
  TaskKinds,
  TaskNotFound,
  TaskPath,
  TaskResponse,
  TasksService,
} from '#libs/tasks';
import type { DeliveryWithAttempts } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryResponse } from './dto/delivery.response.js';
import { TaskDetailsResponse } from './dto/task-details.response.js';

@ApiTags('Tasks')
@Controller('tasks')
export class TaskDetailsController {
  private readonly quietDetails: TaskForm<TaskDetailsResponse> = (task, outputs) =>
    this.details(task, outputs, []);

  constructor(
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly deliveries: DeliveriesService,
  ) {}

  /** One task. A task that was started without a token can be read by any caller who has its id. */
  @Get(':id')
  @Public()
  @ApiOkResponse({ type: TaskDetailsResponse })
  @ApiErrors(TaskNotFound)
  async getTask(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
  ): Promise<ReplyWithHeaders<TaskDetailsResponse>> {
    const read = await this.tasks.requireVisibleWithOutputs(principal, id);
    if (read.task.callbackUrl === null) return read.reply(this.quietDetails);
    const deliveries = await this.deliveries.listOfTask(read.task);
    const toAddress = deliveries.filter(({ endpointId }) => endpointId === null);
    return this.details(read.task, read.outputs, toAddress);
  }

  private details(
    task: Task,
    outputs: readonly LinkedOutput[],
    deliveries: readonly DeliveryWithAttempts[],
  ): ReplyWithHeaders<TaskDetailsResponse> {
    const nativeStatus = this.kinds.require(task.kind).nativeStatus(task.status);
    return new ReplyWithHeaders(
      {},
      {
        ...TaskResponse.from(task, nativeStatus, outputs),
        deliveries: deliveries.map((delivery) => DeliveryResponse.from(delivery)),
      },
    );
  }
}
