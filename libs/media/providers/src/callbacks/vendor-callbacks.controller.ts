import { Controller, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiExcludeController, ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { BodyTooLarge } from '#libs/platform/errors';
import { ApiErrors, Public, StreamedBody } from '#libs/platform/http';
import { LinkProof } from '#libs/platform/signing';
import { MediaTaskPath, TaskNotFound } from '#libs/media/work';
import { CallbackNotSigned } from './vendor-callback.errors.js';
import { CALLBACK_PATHS, VendorCallbacks } from './vendor-callbacks.js';

@ApiTags('Tasks')
@ApiErrors(TaskNotFound)
@Controller(CALLBACK_PATHS[0])
export class VendorCallbacksController {
  constructor(private readonly callbacks: VendorCallbacks) {}

  /**
   * Called by an upstream vendor when a task has changed. The body is not trusted: the vendor is polled instead. If
   * the vendor signs its calls, its signature is required too.
   */
  @Post(':task_id')
  @Public()
  @StreamedBody()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The task will be polled.' })
  @ApiErrors(CallbackNotSigned, BodyTooLarge)
  async receive(
    @Param() { task_id: id }: MediaTaskPath,
    @Query() proof: LinkProof,
    @Req() request: Request,
  ): Promise<void> {
    await this.callbacks.receive(id, proof, request);
  }
}

/** The address that orders of older versions named. */
@ApiExcludeController()
@Controller(CALLBACK_PATHS[1])
export class FormerVendorCallbacksController extends VendorCallbacksController {}
