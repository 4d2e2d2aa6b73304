import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { taskHeaders } from '#libs/media/work';
import {
  CurrentPrincipal,
  JsonBodyLimit,
  OpenStreams,
  preferredWait,
  type Principal,
  ReplyWithHeaders,
  RequireScope,
} from '#libs/platform/http';
import {
  ListPredictionsQuery,
  NewPredictionRequest,
  NewVersionPredictionRequest,
} from './dto/prediction.request.js';
import type { Prediction, PredictionList } from './dto/prediction.response.js';
import { ReplicateErrorFilter } from './replicate-error.filter.js';
import { ReplicatePredictionsService } from './replicate-predictions.service.js';

/** As at Replicate. */
const WAIT_MAX_SECONDS = 60;
/** After the last `:` of a name is its version, which is always the present one here. */
const VERSION = /:[^/:]*$/;

@ApiExcludeController()
@UseFilters(ReplicateErrorFilter)
@RequireScope('media')
@Controller('v1')
export class ReplicatePredictionsController {
  constructor(
    private readonly predictions: ReplicatePredictionsService,
    private readonly open: OpenStreams,
  ) {}

  /** Runs a model by its name. */
  @Post('models/:owner/:name/predictions')
  @HttpCode(201)
  @JsonBodyLimit(64)
  async createForModel(
    @CurrentPrincipal() principal: Principal,
    @Param('owner') owner: string,
    @Param('name') name: string,
    @Body() body: NewPredictionRequest,
    @Headers('prefer') prefer: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReplyWithHeaders<Prediction>> {
    return this.start(principal, `${owner}/${name}`, body, prefer, request, response);
  }

  /** Runs a model by its version or name. */
  @Post('predictions')
  @HttpCode(201)
  @JsonBodyLimit(64)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: NewVersionPredictionRequest,
    @Headers('prefer') prefer: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReplyWithHeaders<Prediction>> {
    const name = (body.version ?? body.model ?? '').replace(VERSION, '');
    return this.start(principal, name, body, prefer, request, response);
  }

  /** The caller's tasks, however they were started. */
  @Get('predictions')
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() { cursor }: ListPredictionsQuery,
  ): Promise<PredictionList> {
    return this.predictions.list(principal, cursor);
  }

  @Get('predictions/:id')
  async get(@CurrentPrincipal() principal: Principal, @Param('id') id: string): Promise<Prediction> {
    return this.predictions.get(principal, id);
  }

  @Post('predictions/:id/cancel')
  @HttpCode(200)
  async cancel(@CurrentPrincipal() principal: Principal, @Param('id') id: string): Promise<Prediction> {
    return this.predictions.cancel(principal, id);
  }

  private async start(
    principal: Principal,
    name: string,
    body: NewPredictionRequest,
    prefer: string | undefined,
    request: Request,
    response: Response,
  ): Promise<ReplyWithHeaders<Prediction>> {
    const seconds = preferredWait(prefer, WAIT_MAX_SECONDS);
    const task = await this.predictions.start(principal, name, body);
    const signal = seconds === undefined ? undefined : this.open.takeIfFree(request, principal, response);
    const prediction =
      seconds === undefined || !signal
        ? this.predictions.show(task)
        : await this.predictions.ended(task, seconds, signal);
    return new ReplyWithHeaders(taskHeaders(task), prediction);
  }
}
