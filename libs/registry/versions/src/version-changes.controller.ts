import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import {
  AdminFieldChanged,
  NodeBanned,
  NodeNotFound,
  NodeTaken,
  PublisherNodePath,
} from '#libs/registry/nodes';
import {
  AdminOnly,
  ApiErrors,
  byProperty,
  CurrentPrincipal,
  isBlank,
  type Principal,
  RequireScope,
} from '#libs/platform/http';
import { MEMBER_ERRORS, OWNER_ERRORS } from '#libs/registry/publishers';
import { NodeVersionResponse } from '#libs/registry/versions/store';
import {
  ModerateVersionRequest,
  OwnVersionPath,
  PublishVersionRequest,
  UpdateVersionRequest,
  VersionPath,
} from './dto/node-version.request.js';
import { PublishedVersionResponse } from './dto/node-version.response.js';
import {
  StatusNotAllowed,
  TrustedPublishingRequired,
  VERSION_ERRORS,
  VersionNotFound,
  VersionTaken,
} from './node-version.errors.js';
import { NodeVersionsService } from './node-versions.service.js';
import { PublishingService } from './publishing.service.js';
import { VersionViews } from './version-views.js';

@ApiTags('Node versions')
@Controller()
export class VersionChangesController {
  constructor(
    private readonly versions: NodeVersionsService,
    private readonly publishing: PublishingService,
    private readonly views: VersionViews,
  ) {}

  /**
   * Publishes a version. PUT the zip archive to `signedUrl` within 15 minutes; the version stays pending until its
   * archive has been checked.
   */
  @Post('publishers/:publisherId/nodes/:nodeId/versions')
  @RequireScope('registry:write', { mayBeInBody: true, takesPublishTokens: true })
  @ApiErrors(
    ...MEMBER_ERRORS,
    NodeBanned,
    AdminFieldChanged,
    VersionTaken,
    NodeTaken,
    TrustedPublishingRequired,
  )
  async publishNodeVersion(
    @CurrentPrincipal() caller: Principal | undefined,
    @Param() { publisherId, nodeId }: PublisherNodePath,
    @Body() body: PublishVersionRequest,
  ): Promise<PublishedVersionResponse> {
    const principal = await this.publishing.requirePublisher(caller, body.personal_access_token);
    const described = byProperty(body.node_version);
    const { version, signedUrl } = await this.publishing.publish(principal, publisherId, nodeId, body.node, {
      ...described,
      changelog: given(described.changelog),
      supportedAppVersion: given(described.supportedAppVersion),
      supportedAppFrontendVersion: given(described.supportedAppFrontendVersion),
    });
    return { node_version: await this.views.showOne(version, true), signedUrl };
  }

  /** Changes the changelog or the deprecation of a version. */
  @Put('publishers/:publisherId/nodes/:nodeId/versions/:versionId')
  @RequireScope('registry:write')
  @ApiErrors(...MEMBER_ERRORS, ...VERSION_ERRORS)
  async updateNodeVersion(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId, versionId }: OwnVersionPath,
    @Body() body: UpdateVersionRequest,
  ): Promise<NodeVersionResponse> {
    return this.views.showOne(
      await this.versions.edit(principal, publisherId, nodeId, versionId, body),
      true,
    );
  }

  /** Removes a version from view. Its number can never be used again. */
  @Delete('publishers/:publisherId/nodes/:nodeId/versions/:versionId')
  @HttpCode(204)
  @RequireScope('registry:write')
  @ApiNoContentResponse({ description: 'The version was deleted.' })
  @ApiErrors(...OWNER_ERRORS, ...VERSION_ERRORS)
  async deleteNodeVersion(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId, versionId }: OwnVersionPath,
  ): Promise<void> {
    await this.versions.delete(principal, publisherId, nodeId, versionId);
  }

  /** Gives a version another status: bans, flags or clears it. The owner sees the reason. */
  @Put('admin/nodes/:nodeId/versions/:versionId')
  @AdminOnly()
  @ApiErrors(NodeNotFound, VersionNotFound, StatusNotAllowed)
  async moderateNodeVersion(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId, versionId }: VersionPath,
    @Body() { status, status_reason: statusReason }: ModerateVersionRequest,
  ): Promise<NodeVersionResponse> {
    const change = { statusReason, ...(status ? { status } : {}) };
    return this.views.showOne(await this.versions.moderate(principal, nodeId, versionId, change), true);
  }
}

/** A blank text counts as absent. */
function given(text: string): string {
  return isBlank(text) ? '' : text;
}
