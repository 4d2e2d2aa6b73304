import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AdminOnly,
  ApiErrors,
  Authenticated,
  CurrentPrincipal,
  type Principal,
  RequireScope,
} from '#libs/platform/http';
import { NotAMember, TokenBoundElsewhere } from '#libs/registry/publishers';
import { NewMessageRequest, RescanPath, StartRescanRequest } from './dto/moderation.request.js';
import {
  RescanListResponse,
  RescanResponse,
  VersionMessageResponse,
  VersionMessagesResponse,
} from './dto/moderation.response.js';
import { VersionPath } from './dto/node-version.request.js';
import {
  AppealOver,
  RescanNotFound,
  RescanRuns,
  TooManyMessages,
  VERSION_ERRORS,
} from './node-version.errors.js';
import { Rescans } from './rescans.js';
import { VersionMessages } from './version-messages.js';

@ApiTags('Node versions')
@Controller()
export class ModerationController {
  constructor(
    private readonly messages: VersionMessages,
    private readonly rescans: Rescans,
  ) {}

  /** What the publisher and the reviewers have said about a version; for members of its publisher. */
  @Get('nodes/:nodeId/versions/:versionId/messages')
  @Authenticated()
  @ApiErrors(...VERSION_ERRORS, NotAMember, TokenBoundElsewhere)
  async listMessages(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId, versionId }: VersionPath,
  ): Promise<VersionMessagesResponse> {
    const { messages, appealUntil } = await this.messages.list(principal, nodeId, versionId);
    return {
      messages: messages.map((message) => VersionMessageResponse.from(message)),
      appeal_until: appealUntil?.toISOString() ?? null,
    };
  }

  /** Explains a version to its reviewers, or answers its publisher; for members of its publisher. */
  @Post('nodes/:nodeId/versions/:versionId/messages')
  @RequireScope('registry:write')
  @ApiErrors(...VERSION_ERRORS, NotAMember, TokenBoundElsewhere, AppealOver, TooManyMessages)
  async addMessage(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId, versionId }: VersionPath,
    @Body() { text }: NewMessageRequest,
  ): Promise<VersionMessageResponse> {
    return VersionMessageResponse.from(await this.messages.add(principal, nodeId, versionId, text));
  }

  /** Scans all versions again by the rules of today. One rescan runs at a time. */
  @Post('admin/rescans')
  @AdminOnly()
  @HttpCode(202)
  @ApiErrors(RescanRuns)
  async startRescan(
    @CurrentPrincipal() principal: Principal,
    @Body() { hold }: StartRescanRequest,
  ): Promise<RescanResponse> {
    return RescanResponse.from(await this.rescans.start(principal, hold));
  }

  /** The last rescans with their progress. */
  @Get('admin/rescans')
  @AdminOnly()
  async listRescans(): Promise<RescanListResponse> {
    const rescans = await this.rescans.list();
    return { rescans: rescans.map((rescan) => RescanResponse.from(rescan)) };
  }

  /** A rescan with its progress. */
  @Get('admin/rescans/:rescanId')
  @AdminOnly()
  @ApiErrors(RescanNotFound)
  async readRescan(@Param() { rescanId }: RescanPath): Promise<RescanResponse> {
    return RescanResponse.from(await this.rescans.require(rescanId));
  }
}
