import { Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { InvalidRequest } from '#libs/platform/errors';
import { ApiErrors, Public, StreamedBody } from '#libs/platform/http';
import { TaskNotFound } from '#libs/tasks';
import { VendorCallbackQuery } from '../dto/vendor-callback.request.js';
import { VideoTaskPath } from '../dto/video-task.request.js';
import { VendorCallbacks } from './vendor-callbacks.service.js';

@ApiTags('Videos')
@ApiErrors(InvalidRequest, TaskNotFound)
@Controller('proxy/vidprov/vendor-callbacks')
export class VendorCallbacksController {
  constructor(private readonly callbacks: VendorCallbacks) {}

  /** For the upstream vendor: says that a task has changed. The body is not read; the vendor is asked instead. */
  @Post(':task_id')
  @Public()
  @StreamedBody()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The task will be looked at.' })
  receive(@Param() { task_id: id }: VideoTaskPath, @Query() query: VendorCallbackQuery): void {
    this.callbacks.receive(id, query);
  }
}
