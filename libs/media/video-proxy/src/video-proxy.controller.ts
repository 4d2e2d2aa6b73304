import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  ApiTaskHeaders,
  CurrentPrincipal,
  JsonBodyLimit,
  type Principal,
  type ReplyWithHeaders,
  RequireScope,
} from '#libs/platform/http';
import {
  type GivenQuote,
  MediaTaskPath,
  QuoteGiven,
  TaskEnded,
  TaskExpired,
  TaskNotFound,
  type TaskReply,
  TaskUncertain,
} from '#libs/media/work';
import { StartsTask } from '#libs/media/providers';
import { ExtendVideoRequest } from './dto/extend-video.request.js';
import { ReferenceVideoRequest, StartEndVideoRequest } from './dto/generate-video.request.js';
import { EXTEND_EXAMPLES, REFERENCE_EXAMPLES, START_END_EXAMPLES } from './dto/video-examples.js';
import { VideoCreations } from './dto/video-creations.response.js';
import { VideoExtensionTask, VideoTask } from './dto/video-task.response.js';
import { FreeVideos } from './free-videos.js';
import { VideoBody } from './vendor-models.js';
import { VIDEO_BASE, VIDEO_PATHS } from './video-kinds.js';
import { VideoTasksService } from './video-tasks.service.js';

@ApiTags('Videos')
@ApiTaskHeaders()
@RequireScope('media', { opening: FreeVideos })
@JsonBodyLimit(64)
@Controller(VIDEO_BASE)
export class VideoProxyController {
  constructor(private readonly videos: VideoTasksService) {}

  /** Makes a video from a start frame, or between a start and an end frame. */
  @StartsTask(VIDEO_PATHS['video-start-end'], VideoTask)
  @ApiBody({ type: StartEndVideoRequest, examples: START_END_EXAMPLES })
  async makeVideoFromFrames(
    @CurrentPrincipal() principal: Principal | undefined,
    @VideoBody('video-start-end', StartEndVideoRequest) body: Readonly<StartEndVideoRequest>,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<VideoTask>> {
    return this.videos.asPreferred(await this.videos.generate(principal, 'video-start-end', body, quote));
  }

  /** Makes a video from one to seven reference images. */
  @StartsTask(VIDEO_PATHS['video-reference'], VideoTask)
  @ApiBody({ type: ReferenceVideoRequest, examples: REFERENCE_EXAMPLES })
  async makeVideoFromReferences(
    @CurrentPrincipal() principal: Principal | undefined,
    @VideoBody('video-reference', ReferenceVideoRequest) body: Readonly<ReferenceVideoRequest>,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<VideoTask>> {
    return this.videos.asPreferred(await this.videos.generate(principal, 'video-reference', body, quote));
  }

  /** Extends a video by some seconds. */
  @StartsTask(VIDEO_PATHS['video-extend'], VideoExtensionTask)
  @ApiBody({ type: ExtendVideoRequest, examples: EXTEND_EXAMPLES })
  async extend(
    @CurrentPrincipal() principal: Principal | undefined,
    @VideoBody('video-extend', ExtendVideoRequest) body: Readonly<ExtendVideoRequest>,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<VideoExtensionTask>> {
    return this.videos.asPreferred(await this.videos.extend(principal, body, quote));
  }

  /** The status of a task, and its results. */
  @Get('tasks/:task_id/creations')
  @ApiOkResponse({ type: VideoCreations })
  @ApiErrors(TaskNotFound, TaskExpired)
  async getVideoCreations(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() path: MediaTaskPath,
  ): Promise<ReplyWithHeaders<VideoCreations>> {
    return this.videos.creations(principal, path.task_id);
  }

  /** Stops a task that has not ended. */
  @Post('tasks/:task_id/cancel')
  @HttpCode(200)
  @ApiOkResponse({ description: 'The task is stopped.', schema: { type: 'object', example: {} } })
  @ApiErrors(TaskNotFound, TaskExpired, TaskEnded, TaskUncertain)
  async cancel(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() path: MediaTaskPath,
  ): Promise<TaskReply<Record<string, never>>> {
    return this.videos.cancel(principal, path.task_id);
  }
}
