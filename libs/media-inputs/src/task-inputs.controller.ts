import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, CurrentPrincipal, type Principal, Public } from '#libs/platform/http';
import { TaskNotFound, TaskPath, TasksService } from '#libs/tasks';
import { TaskInputListResponse, TaskInputResponse } from './dto/task-input.response.js';
import { TaskInputs } from './task-inputs.js';

@ApiTags('Tasks')
@Controller('tasks')
export class TaskInputsController {
  constructor(
    private readonly tasks: TasksService,
    private readonly inputs: TaskInputs,
  ) {}

  /**
   * The files that a task was given, as long as they are kept: a day after its end, ten minutes for tasks that were started
   * without a token. URLs that were sent are in its `request`.
   */
  @Get(':id/inputs')
  @Public()
  @ApiErrors(TaskNotFound)
  async listTaskInputs(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
  ): Promise<TaskInputListResponse> {
    const inputs = await this.inputs.listOf(await this.tasks.requireVisible(principal, id));
    return { inputs: inputs.map((input) => TaskInputResponse.from(input)) };
  }
}
