import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { AdminFieldChanged, NodeBanned, NodeNotFound, NodeTaken } from '#libs/nodes';
import { Forbidden, InvalidRequest, Unauthorized } from '#libs/platform/errors';
import {
  AdminOnly,
  ApiErrors,
  ApiListTotal,
  Authenticated,
  CurrentPrincipal,
  filterText,
  isBlank,
  type ListTotal,
  pageOffset,
  type Principal,
  Public,
  PubliclyCached,
  RequireScope,
  setTotalHeader,
} from '#libs/platform/http';
import {
  NotAMember,
  OwnerRequired,
  PublisherBanned,
  PublisherNotFound,
  TokenBoundElsewhere,
} from '#libs/publishers';
import {
  BulkVersionsRequest,
  InstallQuery,
  ListVersionsQuery,
  ModerateVersionRequest,
  OwnVersionPath,
  PublisherPath,
  PublishPath,
  PublishVersionRequest,
  ReviewVersionsQuery,
  UpdateVersionRequest,
  VersionPath,
  VersionsPath,
} from './dto/node-version.request.js';
import {
  BulkVersionsResponse,
  PublishedVersionResponse,
  VersionListResponse,
} from './dto/node-version.response.js';
import {
  NoArchive,
  NothingToInstall,
  StatusNotAllowed,
  VersionBanned,
  VersionNotFound,
  VersionTaken,
} from './node-version.errors.js';
import { type NodeVersion, NodeVersionResponse, NodeVersionViews } from '#libs/version-store';
import { NodeVersionsService } from './node-versions.service.js';
import { PublishingService } from './publishing.service.js';
import { VersionReader } from './version-reader.service.js';

/** How old a copy of a public reply may be: a ban should be felt soon. */
const MAX_AGE = { maxAgeSeconds: 30 };

@ApiTags('Node versions')
@ApiBearerAuth()
@Controller()
export class NodeVersionsController {
  constructor(
    private readonly versions: NodeVersionsService,
    private readonly reader: VersionReader,
    private readonly publishing: PublishingService,
    private readonly views: NodeVersionViews,
  ) {}

  /**
   * Publishes a version. PUT the zip archive to `signedUrl` within 15 minutes; the version stays pending until its
   * archive has been checked.
   */
  @Post('publishers/:publisherId/nodes/:nodeId/versions')
  @RequireScope('registry:write', { mayBeInBody: true })
  @ApiCreatedResponse({ type: PublishedVersionResponse })
  @ApiErrors(
    InvalidRequest,
    Unauthorized,
    NotAMember,
    PublisherBanned,
    NodeBanned,
    AdminFieldChanged,
    PublisherNotFound,
    VersionTaken,
    NodeTaken,
  )
  async publish(
    @CurrentPrincipal() caller: Principal | undefined,
    @Param() { publisherId, nodeId }: PublishPath,
    @Body() body: PublishVersionRequest,
  ): Promise<PublishedVersionResponse> {
    const principal = await this.publishing.requirePublisher(caller, body.personal_access_token);
    const { node_version: described } = body;
    const { version, signedUrl } = await this.publishing.publish(principal, publisherId, nodeId, body.node, {
      version: described.version,
      changelog: given(described.changelog),
      dependencies: described.dependencies,
      deprecated: described.deprecated,
      supportedOs: described.supported_os,
      supportedAccelerators: described.supported_accelerators,
      supportedAppVersion: given(described.supported_app_version),
      supportedAppFrontendVersion: given(described.supported_app_frontend_version),
      tags: described.tags,
    });
    return { node_version: this.views.show(version, true), signedUrl };
  }

  /** Changes the changelog and the deprecation of a version, and nothing else. */
  @Put('publishers/:publisherId/nodes/:nodeId/versions/:versionId')
  @RequireScope('registry:write')
  @ApiOkResponse({ type: NodeVersionResponse })
  @ApiErrors(
    InvalidRequest,
    Unauthorized,
    NotAMember,
    PublisherBanned,
    NodeBanned,
    VersionBanned,
    PublisherNotFound,
    NodeNotFound,
    VersionNotFound,
  )
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId, versionId }: OwnVersionPath,
    @Body() body: UpdateVersionRequest,
  ): Promise<NodeVersionResponse> {
    return this.views.show(await this.versions.edit(principal, publisherId, nodeId, versionId, body), true);
  }

  /** Removes a version from view. Its number can never be used again. */
  @Delete('publishers/:publisherId/nodes/:nodeId/versions/:versionId')
  @HttpCode(204)
  @RequireScope('registry:write')
  @ApiNoContentResponse({ description: 'The version is gone.' })
  @ApiErrors(
    Unauthorized,
    NotAMember,
    OwnerRequired,
    PublisherBanned,
    NodeBanned,
    VersionBanned,
    PublisherNotFound,
    NodeNotFound,
    VersionNotFound,
  )
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId, versionId }: OwnVersionPath,
  ): Promise<void> {
    await this.versions.delete(principal, publisherId, nodeId, versionId);
  }

  /** The versions of a node, newest first. Members and admins may ask for other statuses than active. */
  @Get('nodes/:nodeId/versions')
  @Public()
  @PubliclyCached(MAX_AGE)
  @ApiOkResponse({ type: [NodeVersionResponse] })
  @ApiErrors(InvalidRequest, NodeBanned, PublisherBanned, NodeNotFound)
  async list(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId }: VersionsPath,
    @Query() { statuses }: ListVersionsQuery,
  ): Promise<NodeVersionResponse[]> {
    const { versions, isInside } = await this.reader.listOfNode(principal, nodeId, statuses);
    return versions.map((version) => this.views.show(version, isInside));
  }

  /** One version, by UUID or number. */
  @Get('nodes/:nodeId/versions/:versionId')
  @Public()
  @PubliclyCached(MAX_AGE)
  @ApiOkResponse({ type: NodeVersionResponse })
  @ApiErrors(NodeBanned, PublisherBanned, VersionBanned, NodeNotFound, VersionNotFound)
  async get(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId, versionId }: VersionPath,
  ): Promise<NodeVersionResponse> {
    const { version, isInside } = await this.reader.requireVisible(principal, nodeId, versionId);
    return this.views.show(version, isInside);
  }

  /** The version to install: the latest, or the one asked for. Counts as a download; HEAD does not. */
  @Get('nodes/:nodeId/install')
  @Public()
  @PubliclyCached({ maxAgeSeconds: 0 })
  @ApiOkResponse({ type: NodeVersionResponse })
  @ApiErrors(
    InvalidRequest,
    NodeBanned,
    PublisherBanned,
    VersionBanned,
    NodeNotFound,
    VersionNotFound,
    NoArchive,
    NothingToInstall,
  )
  async install(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId }: VersionsPath,
    @Query() { version: wanted }: InstallQuery,
    @Req() { method }: Request,
  ): Promise<NodeVersionResponse> {
    const counts = method !== 'HEAD';
    const { version, isInside } = await this.reader.install(principal, nodeId, filterText(wanted), counts);
    return this.views.show(version, isInside);
  }

  /** Looks up many versions at once, for installing a whole set. */
  @Post('bulk/nodes/versions')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: BulkVersionsResponse })
  @ApiErrors(InvalidRequest)
  async resolveNodeVersions(
    @Body() { node_versions: wanted }: BulkVersionsRequest,
  ): Promise<BulkVersionsResponse> {
    const found = await this.reader.resolve(
      wanted.map((entry) => ({ nodeId: entry.node_id, version: entry.version })),
    );
    return {
      node_versions: wanted.map(({ node_id, version }, index) => {
        const row = found.get(index);
        return {
          identifier: { node_id, version },
          node_id,
          version,
          status: row ? 'success' : 'not_found',
          node_version: row ? this.views.show(row, false) : null,
        };
      }),
    };
  }

  /** Versions of all nodes, newest first: the review queue. */
  @Get('versions')
  @AdminOnly()
  @ApiOkResponse({ type: VersionListResponse })
  @ApiListTotal()
  @ApiErrors(InvalidRequest, Unauthorized, Forbidden)
  async reviewNodeVersions(
    @Query() { statuses, node_id: nodeId, page, limit }: ReviewVersionsQuery,
  ): Promise<VersionListResponse> {
    const offset = pageOffset({ page, limit }, 'narrow by statuses or node_id');
    return this.page(
      await this.reader.list({ statuses, nodeId: filterText(nodeId), offset, limit }),
      page,
      limit,
    );
  }

  /**
   * Versions of a publisher's nodes, newest first, for its members: also those that wait, are flagged, banned or deleted,
   * with `status_reason`.
   */
  @Get('publishers/:publisherId/versions')
  @Authenticated()
  @ApiOkResponse({ type: VersionListResponse })
  @ApiListTotal()
  @ApiErrors(InvalidRequest, Unauthorized, NotAMember, TokenBoundElsewhere, PublisherNotFound)
  async listOfPublisher(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Query() { statuses, node_id: nodeId, page, limit }: ReviewVersionsQuery,
  ): Promise<VersionListResponse> {
    const offset = pageOffset({ page, limit }, 'narrow by statuses or node_id');
    const filter = { statuses, nodeId: filterText(nodeId), offset, limit };
    return this.page(await this.reader.listOfPublisher(principal, publisherId, filter), page, limit);
  }

  /** Gives a version another status: bans, flags or clears it. The owner sees the reason. */
  @Put('admin/nodes/:nodeId/versions/:versionId')
  @AdminOnly()
  @ApiOkResponse({ type: NodeVersionResponse })
  @ApiErrors(InvalidRequest, Unauthorized, Forbidden, NodeNotFound, VersionNotFound, StatusNotAllowed)
  async moderate(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId, versionId }: VersionPath,
    @Body() { status, status_reason: statusReason }: ModerateVersionRequest,
  ): Promise<NodeVersionResponse> {
    const change = { statusReason, ...(status ? { status } : {}) };
    return this.views.show(await this.versions.moderate(principal, nodeId, versionId, change), true);
  }

  private page(
    { versions, ...counted }: { versions: NodeVersion[] } & ListTotal,
    page: number,
    limit: number,
  ): VersionListResponse {
    setTotalHeader(counted);
    return {
      versions: versions.map((version) => this.views.show(version, true)),
      page,
      limit,
      total: counted.total,
      totalPages: Math.ceil(counted.total / limit),
    };
  }
}

/** A blank text counts as absent. */
function given(text: string): string {
  return isBlank(text) ? '' : text;
}
