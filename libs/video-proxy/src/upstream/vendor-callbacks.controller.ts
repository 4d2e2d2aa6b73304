import { Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors, Public, StreamedBody } from '#libs/platform/http';
import { LinkProof } from '#libs/platform/signing';
import { MediaTaskPath, TaskNotFound } from '#libs/tasks';
import { VendorCallbacks } from './vendor-callbacks.js';

@ApiTags('Videos')
@ApiErrors(TaskNotFound)
@Controller('proxy/vidprov/vendor-callbacks')
export class VendorCallbacksController {
  constructor(private readonly callbacks: VendorCallbacks) {}

  /** For the upstream vendor: says that a task has changed. The body is not read; the vendor is asked instead. */
  @Post(':task_id')
  @Public()
  @StreamedBody()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The task will be looked at.' })
  receive(@Param() { task_id: id }: MediaTaskPath, @Query() proof: LinkProof): void {
    this.callbacks.receive(id, proof);
  }
}
