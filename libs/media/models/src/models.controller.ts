import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  ApiTaskHeaders,
  CurrentPrincipal,
  JsonBodyLimit,
  type Principal,
  Public,
  RequireScope,
} from '#libs/platform/http';
import { StartsTask } from '#libs/media/providers';
import { type GivenQuote, QuoteGiven, type TaskReply, TaskResponse } from '#libs/media/work';
import { ListModelsQuery, ModelTaskRequest } from './dto/model-task.request.js';
import { ModelListResponse } from './dto/model.response.js';
import { ModelLists } from './model-lists.js';
import { ModelTasksService } from './model-tasks.service.js';
import { NoVendorForModel } from './models.errors.js';

@ApiTags('Models')
@Controller('v1')
export class ModelsController {
  constructor(
    private readonly models: ModelTasksService,
    private readonly lists: ModelLists,
  ) {}

  /** The models of the vendors of this installation, with what each takes and costs. */
  @Get('models')
  @Public()
  listModels(@Query() { kind }: ListModelsQuery): ModelListResponse {
    return { models: this.models.list(kind), ...this.lists.others() };
  }

  /** Starts a task of a model. `GET /tasks/{id}` then shows how it stands, and its files. */
  @StartsTask('tasks', TaskResponse)
  @RequireScope('media')
  @ApiTaskHeaders()
  @JsonBodyLimit(64)
  @ApiErrors(NoVendorForModel)
  async startTask(
    @CurrentPrincipal() principal: Principal,
    @Body() body: ModelTaskRequest,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<TaskResponse>> {
    return this.models.submit(principal, body, quote);
  }
}
