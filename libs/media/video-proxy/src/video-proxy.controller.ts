import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
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
  ApiRetention,
  CreditsExhausted,
  type GivenQuote,
  MediaTaskPath,
  QuoteGiven,
  TakesQuote,
  TaskEnded,
  TaskExpired,
  TaskNotFound,
  type TaskReply,
  TaskUncertain,
} from '#libs/media/work';
import { NoVendorAvailable } from '#libs/media/providers';
import { ExtendVideoRequest } from './dto/extend-video.request.js';
import { ReferenceVideoRequest, StartEndVideoRequest } from './dto/generate-video.request.js';
import { EXTEND_EXAMPLES, REFERENCE_EXAMPLES, START_END_EXAMPLES } from './dto/video-examples.js';
import { VideoCreations } from './dto/video-creations.response.js';
import { VideoExtensionTask } from './dto/video-extension.response.js';
import { VideoTask } from './dto/video-task.response.js';
import { FreeVideos } from './free-videos.js';
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
  @TakesQuote()
  @Post(VIDEO_PATHS['video-start-end'])
  @HttpCode(200)
  @ApiRetention()
  @ApiBody({ type: StartEndVideoRequest, examples: START_END_EXAMPLES })
  @ApiOkResponse({ type: VideoTask })
  @ApiErrors(CreditsExhausted, NoVendorAvailable)
  async makeVideoFromFrames(
    @CurrentPrincipal() principal: Principal | undefined,
    @Body() body: StartEndVideoRequest,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<VideoTask>> {
    return this.videos.generate(principal, 'video-start-end', body, quote);
  }

  /** Makes a video from one to seven reference images. */
  @TakesQuote()
  @Post(VIDEO_PATHS['video-reference'])
  @HttpCode(200)
  @ApiRetention()
  @ApiBody({ type: ReferenceVideoRequest, examples: REFERENCE_EXAMPLES })
  @ApiOkResponse({ type: VideoTask })
  @ApiErrors(CreditsExhausted, NoVendorAvailable)
  async makeVideoFromReferences(
    @CurrentPrincipal() principal: Principal | undefined,
    @Body() body: ReferenceVideoRequest,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<VideoTask>> {
    return this.videos.generate(principal, 'video-reference', body, quote);
  }

  /** Lets a video go on for some seconds. */
  @TakesQuote()
  @Post(VIDEO_PATHS['video-extend'])
  @HttpCode(200)
  @ApiRetention()
  @ApiBody({ type: ExtendVideoRequest, examples: EXTEND_EXAMPLES })
  @ApiOkResponse({ type: VideoExtensionTask })
  @ApiErrors(CreditsExhausted, NoVendorAvailable)
  async extend(
    @CurrentPrincipal() principal: Principal | undefined,
    @Body() body: ExtendVideoRequest,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<VideoExtensionTask>> {
    return this.videos.extend(principal, body, quote);
  }

  /** The status of a task, and what it made. */
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
