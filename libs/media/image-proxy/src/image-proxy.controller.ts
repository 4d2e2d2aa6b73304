import { Body, Controller, Get, Param } from '@nestjs/common';
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
  TaskExpired,
  TaskNotFound,
  TaskReply,
} from '#libs/media/work';
import { StartsTask } from '#libs/media/providers';
import {
  CREATIVE_EXAMPLES,
  FAITHFUL_EXAMPLES,
  FLEXIBLE_EXAMPLES,
  RELIGHT_EXAMPLES,
  STYLE_EXAMPLES,
} from './dto/image-examples.js';
import { ImageTask, ImageTaskEnvelope } from './dto/image-task.response.js';
import { RelightRequest } from './dto/relight.request.js';
import {
  CreativeSkinRequest,
  FaithfulSkinRequest,
  FlexibleSkinRequest,
} from './dto/skin-enhancer.request.js';
import { StyleTransferRequest } from './dto/style-transfer.request.js';
import { IMAGE_BASE, IMAGE_ENDPOINTS } from './image-endpoints.js';
import { IMAGE_KINDS } from './image-kinds.js';
import { ImageTasksService } from './image-tasks.service.js';

@ApiTags('Images')
@ApiTaskHeaders()
@RequireScope('media')
@JsonBodyLimit(64)
@Controller(IMAGE_BASE)
export class ImageProxyController {
  constructor(private readonly images: ImageTasksService) {}

  /** Relights an image by a prompt, the light of a reference image, or a light map. */
  @StartsTask(IMAGE_ENDPOINTS['image-relight'].path, ImageTaskEnvelope)
  @ApiBody({ type: RelightRequest, examples: RELIGHT_EXAMPLES })
  async relight(
    @CurrentPrincipal() principal: Principal,
    @Body() body: RelightRequest,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<ImageTaskEnvelope>> {
    return enveloped(await this.images.submit(principal, 'image-relight', body, quote));
  }

  /** The status of a relight task. */
  @Get('image-relight/:task_id')
  @ApiOkResponse({ type: ImageTaskEnvelope })
  @ApiErrors(TaskNotFound, TaskExpired)
  async getRelightTask(
    @CurrentPrincipal() principal: Principal,
    @Param() path: MediaTaskPath,
  ): Promise<ReplyWithHeaders<ImageTaskEnvelope>> {
    return this.images.get(principal, path.task_id, IMAGE_KINDS.relight);
  }

  /** Enhances skin while it preserves the original appearance. */
  @StartsTask(IMAGE_ENDPOINTS['skin-enhancer-faithful'].path, ImageTaskEnvelope)
  @ApiBody({ type: FaithfulSkinRequest, examples: FAITHFUL_EXAMPLES })
  async enhanceSkinFaithfully(
    @CurrentPrincipal() principal: Principal,
    @Body() body: FaithfulSkinRequest,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<ImageTaskEnvelope>> {
    return enveloped(await this.images.submit(principal, 'skin-enhancer-faithful', body, quote));
  }

  /** Enhances skin in a more artistic and stylized way. */
  @StartsTask(IMAGE_ENDPOINTS['skin-enhancer-creative'].path, ImageTaskEnvelope)
  @ApiBody({ type: CreativeSkinRequest, examples: CREATIVE_EXAMPLES })
  async enhanceSkinCreatively(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreativeSkinRequest,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<ImageTaskEnvelope>> {
    return enveloped(await this.images.submit(principal, 'skin-enhancer-creative', body, quote));
  }

  /** Enhances skin for a stated purpose. */
  @StartsTask(IMAGE_ENDPOINTS['skin-enhancer-flexible'].path, ImageTaskEnvelope)
  @ApiBody({ type: FlexibleSkinRequest, examples: FLEXIBLE_EXAMPLES })
  async enhanceSkinFlexibly(
    @CurrentPrincipal() principal: Principal,
    @Body() body: FlexibleSkinRequest,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<ImageTaskEnvelope>> {
    return enveloped(await this.images.submit(principal, 'skin-enhancer-flexible', body, quote));
  }

  /** The status of a skin-enhancer task of any mode. */
  @Get('skin-enhancer/:task_id')
  @ApiOkResponse({ type: ImageTaskEnvelope })
  @ApiErrors(TaskNotFound, TaskExpired)
  async getSkinTask(
    @CurrentPrincipal() principal: Principal,
    @Param() path: MediaTaskPath,
  ): Promise<ReplyWithHeaders<ImageTaskEnvelope>> {
    return this.images.get(principal, path.task_id, IMAGE_KINDS.skinEnhancer);
  }

  /** Gives an image the style of a reference image. The reply is not wrapped. */
  @StartsTask(IMAGE_ENDPOINTS['image-style-transfer'].path, ImageTask)
  @ApiBody({ type: StyleTransferRequest, examples: STYLE_EXAMPLES })
  async transferStyle(
    @CurrentPrincipal() principal: Principal,
    @Body() body: StyleTransferRequest,
    @QuoteGiven() quote: GivenQuote | undefined,
  ): Promise<TaskReply<ImageTask>> {
    return this.images.submit(principal, 'image-style-transfer', body, quote);
  }

  /** The status of a style-transfer task. */
  @Get('image-style-transfer/:task_id')
  @ApiOkResponse({ type: ImageTaskEnvelope })
  @ApiErrors(TaskNotFound, TaskExpired)
  async getStyleTask(
    @CurrentPrincipal() principal: Principal,
    @Param() path: MediaTaskPath,
  ): Promise<ReplyWithHeaders<ImageTaskEnvelope>> {
    return this.images.get(principal, path.task_id, IMAGE_KINDS.styleTransfer);
  }
}

function enveloped({ task, body }: TaskReply<ImageTask>): TaskReply<ImageTaskEnvelope> {
  return new TaskReply(task, { data: body });
}
