import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, CurrentPrincipal, type Principal, Public } from '#libs/platform/http';
import { TaskKinds, TaskNotFound, TaskPath, TaskResponse, TasksService } from '#libs/tasks';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryResponse } from './dto/delivery.response.js';
import { TaskDetailsResponse } from './dto/task-details.response.js';

@ApiTags('Tasks')
@Controller('tasks')
export class TaskDetailsController {
  constructor(
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly deliveries: DeliveriesService,
  ) {}

  /** One task. A task that was started without a token can be read by any caller who has its id. */
  @Get(':id')
  @Public()
  @ApiErrors(TaskNotFound)
  async getTask(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
  ): Promise<TaskDetailsResponse> {
    const { task, outputs } = await this.tasks.requireVisibleWithOutputs(principal, id);
    const deliveries = await this.deliveries.listOfTask(task);
    return {
      ...TaskResponse.from(task, this.kinds.require(task.kind).nativeStatus(task.status), outputs),
      deliveries: deliveries.map((delivery) => DeliveryResponse.from(delivery)),
    };
  }
}
