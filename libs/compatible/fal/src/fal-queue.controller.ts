import {
  All,
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Task, taskHeaders } from '#libs/media/work';
import {
  CurrentPrincipal,
  invalidFields,
  JsonBodyLimit,
  OpenStreams,
  type Principal,
  ReplyWithHeaders,
  RequireScope,
} from '#libs/platform/http';
import type { QueueStatus } from './dto/queue.response.js';
import { FalErrorFilter } from './fal-error.filter.js';
import { FalQueueService } from './fal-queue.service.js';
import { TARGET_HEADER } from './fal-requests.js';

/** The name of a model has slashes. */
type ModelPath = string[];

@ApiExcludeController()
@UseFilters(FalErrorFilter)
@RequireScope('media')
@JsonBodyLimit(64)
@Controller('fal')
export class FalQueueController {
  constructor(
    private readonly queue: FalQueueService,
    private readonly open: OpenStreams,
  ) {}

  /** What comes here has a target that the middleware does not know. */
  @All()
  refuseTarget(): never {
    throw invalidFields([`${TARGET_HEADER} must be an address at queue.fal.run, fal.run or rest.fal.ai`]);
  }

  @Post('queue/*model')
  @HttpCode(200)
  async submit(
    @CurrentPrincipal() principal: Principal,
    @Param('model') model: ModelPath,
    @Query('fal_webhook') webhook: string | undefined,
    @Body() input: unknown,
  ): Promise<ReplyWithHeaders<QueueStatus>> {
    const name = model.join('/');
    const task = await this.queue.start(principal, name, input, webhook);
    return new ReplyWithHeaders(headersOf(task), this.queue.queued(task, name));
  }

  @Get('queue/*model/requests/:id/status')
  async status(
    @CurrentPrincipal() principal: Principal,
    @Param('model') model: ModelPath,
    @Param('id') id: string,
    @Query('logs') logs: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<QueueStatus> {
    const status = await this.queue.status(principal, id, model.join('/'), logs === '1');
    if (status.status !== 'COMPLETED') response.status(202);
    return status;
  }

  @Get(['queue/*model/requests/:id', 'queue/*model/requests/:id/response'])
  async result(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
  ): Promise<ReplyWithHeaders<Record<string, unknown>>> {
    return new ReplyWithHeaders({ 'x-fal-request-id': id }, await this.queue.result(principal, id));
  }

  @Put('queue/*model/requests/:id/cancel')
  async cancel(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ status: string }> {
    const isCanceled = await this.queue.cancel(principal, id);
    response.status(isCanceled ? 202 : 400);
    return { status: isCanceled ? 'CANCELLATION_REQUESTED' : 'ALREADY_COMPLETED' };
  }

  /** Runs a model, and answers with its result. */
  @Post('run/*model')
  @HttpCode(200)
  async run(
    @CurrentPrincipal() principal: Principal,
    @Param('model') model: ModelPath,
    @Body() input: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReplyWithHeaders<Record<string, unknown>>> {
    const signal = this.open.take(request, principal, response);
    const task = await this.queue.start(principal, model.join('/'), input);
    return new ReplyWithHeaders(headersOf(task), await this.queue.finish(task, signal));
  }
}

function headersOf(task: Task): Record<string, string> {
  return { ...taskHeaders(task), 'x-fal-request-id': task.id };
}
