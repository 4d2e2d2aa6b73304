import { Body, Controller, HttpCode, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type FormUpload, FormUploads } from '#libs/compatible/models';
import { TaskReply } from '#libs/media/work';
import {
  CurrentPrincipal,
  OpenStreams,
  type Principal,
  RequireScope,
  StreamedBody,
} from '#libs/platform/http';
import { OpenAiErrorFilter } from './open-ai-error.filter.js';
import { type OpenAiImages, OpenAiImagesService, type StartedImage } from './open-ai-images.service.js';

const PICTURES = ['image', 'image[]'];
const IMAGE_MAX_BYTES = 20 * 1024 * 1024;

@ApiExcludeController()
@UseFilters(OpenAiErrorFilter)
@RequireScope('media')
@Controller('v1/images')
export class OpenAiImagesController {
  constructor(
    private readonly images: OpenAiImagesService,
    private readonly forms: FormUploads,
    private readonly open: OpenStreams,
  ) {}

  /** Makes a picture from words. */
  @Post('generations')
  @HttpCode(200)
  async generate(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskReply<OpenAiImages>> {
    const signal = this.open.take(request, principal, response);
    return this.finish(await this.images.start(principal, body, undefined, false), signal);
  }

  /** Changes one or more pictures. */
  @Post('edits')
  @HttpCode(200)
  @StreamedBody()
  async edit(
    @CurrentPrincipal() principal: Principal,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskReply<OpenAiImages>> {
    const signal = this.open.take(request, principal, response);
    const limits = { fileFields: [...PICTURES, 'mask', 'markup'], maxFileBytes: IMAGE_MAX_BYTES };
    const started = await this.forms.with(principal, request, limits, (fields, files) =>
      this.images.start(principal, fields, picturesIn(files), true),
    );
    return this.finish(started, signal);
  }

  private async finish(started: StartedImage, signal: AbortSignal): Promise<TaskReply<OpenAiImages>> {
    return new TaskReply(started.task, await this.images.finish(started, signal));
  }
}

function picturesIn(files: readonly FormUpload[]): { images: string[]; mask?: string } {
  const images = files.filter(({ field }) => PICTURES.includes(field)).map(({ link }) => link);
  const mask = files.find(({ field }) => field === 'mask')?.link;
  return { images, ...(mask === undefined ? {} : { mask }) };
}
