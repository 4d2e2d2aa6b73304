import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { FormUploads } from '#libs/compatible/models';
import { AssetsService, RangeNotSatisfiable } from '#libs/media/assets';
import { type Task, TaskReply } from '#libs/media/work';
import {
  CurrentPrincipal,
  invalidFields,
  isJsonObject,
  type Principal,
  RequireScope,
  sendFile,
  StreamedBody,
} from '#libs/platform/http';
import { ListVideosQuery, VideoContentQuery } from './dto/video.request.js';
import { OpenAiVideo, type OpenAiVideoList } from './dto/video.response.js';
import { OpenAiErrorFilter } from './open-ai-error.filter.js';
import { OpenAiVideosService } from './open-ai-videos.service.js';

const FRAMES = ['input_reference', 'input_reference[]'];
/** Of `{ image_url }`, as a form names it. */
const FRAME_URL = 'input_reference[image_url]';
const IMAGE_MAX_BYTES = 20 * 1024 * 1024;

@ApiExcludeController()
@UseFilters(OpenAiErrorFilter)
@RequireScope('media')
@Controller('v1/videos')
export class OpenAiVideosController {
  constructor(
    private readonly videos: OpenAiVideosService,
    private readonly assets: AssetsService,
    private readonly forms: FormUploads,
  ) {}

  /** Starts a video. */
  @Post()
  @HttpCode(200)
  @StreamedBody({ orJsonOf: 64 })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Req() request: Request,
  ): Promise<TaskReply<OpenAiVideo>> {
    if (request.body !== undefined)
      return replyOf(await this.videos.start(principal, ...fromJson(request.body)));
    const limits = { fileFields: FRAMES, maxFileBytes: IMAGE_MAX_BYTES };
    return this.forms.with(principal, request, limits, async ({ [FRAME_URL]: url, ...fields }, files) => {
      const pictures = [url ?? [], files.map(({ link }) => link)].flat();
      return replyOf(await this.videos.start(principal, fields, pictures));
    });
  }

  @Get()
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() { after, limit }: ListVideosQuery,
  ): Promise<OpenAiVideoList> {
    return this.videos.list(principal, after, limit);
  }

  @Get(':id')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
  ): Promise<TaskReply<OpenAiVideo>> {
    return replyOf(await this.videos.get(principal, id));
  }

  /** Stops a video that is being made, and removes it. */
  @Delete(':id')
  async delete(@CurrentPrincipal() principal: Principal, @Param('id') id: string): Promise<object> {
    await this.videos.delete(principal, id);
    return { id, object: 'video.deleted', deleted: true };
  }

  /** The bytes of the video, or of its cover. */
  @Get(':id/content')
  async content(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Query() { variant }: VideoContentQuery,
    @Res() response: Response,
  ): Promise<void> {
    const asset = await this.videos.content(principal, id, variant);
    await sendFile(response, {
      bytes: asset.bytes ?? 0,
      contentType: asset.contentType,
      etag: `"${asset.id}"`,
      cacheControl: 'private, max-age=3600, immutable',
      headers: { 'Content-Security-Policy': "default-src 'none'; sandbox" },
      Unsatisfiable: RangeNotSatisfiable,
      read: (part) => this.assets.read(asset, part),
    });
  }
}

function replyOf(task: Task): TaskReply<OpenAiVideo> {
  return new TaskReply(task, OpenAiVideo.from(task));
}

/** The fields of a JSON body, and its picture. @throws InvalidRequest */
function fromJson(body: unknown): [fields: unknown, pictures: readonly unknown[]] {
  if (!isJsonObject(body)) return [body, []];
  const { input_reference: reference, ...fields } = body;
  if (reference === undefined || reference === null) return [fields, []];
  if (!isJsonObject(reference) || typeof reference.image_url !== 'string')
    throw invalidFields(['input_reference must be an object with image_url']);
  return [fields, [reference.image_url]];
}
