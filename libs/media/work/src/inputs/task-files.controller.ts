import { Readable } from 'node:stream';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  ApiErrors,
  ApiFileReply,
  CurrentPrincipal,
  type Principal,
  Public,
  sendFile,
} from '#libs/platform/http';
import { TaskExpired, TaskNotFound, TaskPath, TasksService } from '../tasks/index.js';
import { TaskInputListResponse } from './dto/task-input.response.js';
import { NoThumbnail, ThumbnailRangeNotSatisfiable } from './task-files.errors.js';
import { TaskInputs } from './task-inputs.js';
import { TaskThumbnails } from './task-thumbnails.js';

@ApiTags('Tasks')
@Controller('tasks')
export class TaskFilesController {
  constructor(
    private readonly tasks: TasksService,
    private readonly inputs: TaskInputs,
    private readonly thumbnails: TaskThumbnails,
  ) {}

  /**
   * The files that a task was given, as long as they are kept: a day after its end, ten minutes for tasks that were started
   * without a token. URLs that were sent are in its `request`.
   */
  @Get(':id/inputs')
  @Public()
  @ApiErrors(TaskNotFound, TaskExpired)
  async listTaskInputs(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
  ): Promise<TaskInputListResponse> {
    return { inputs: await this.inputs.listOf(await this.tasks.requireVisible(principal, id)) };
  }

  /** A small WebP, at most 160 pixels a side, of the picture that a task made or of the cover of its video. */
  @Get(':id/thumbnail')
  @Public()
  @ApiFileReply('The small picture.', 'image/webp')
  @ApiErrors(TaskNotFound, TaskExpired, NoThumbnail, ThumbnailRangeNotSatisfiable)
  async readTaskThumbnail(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { id }: TaskPath,
    @Res() response: Response,
  ): Promise<void> {
    const thumbnail = await this.thumbnails.of(await this.tasks.requireVisible(principal, id));
    await sendFile(response, {
      bytes: thumbnail.bytes.length,
      contentType: 'image/webp',
      etag: `"${thumbnail.id}"`,
      cacheControl: 'private, max-age=86400, immutable',
      Unsatisfiable: ThumbnailRangeNotSatisfiable,
      read: (part) =>
        Readable.from([part ? thumbnail.bytes.subarray(part.start, part.end + 1) : thumbnail.bytes]),
    });
  }
}
