import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { NODE_ERRORS, NodePath } from '#libs/registry/nodes';
import {
  AdminOnly,
  ApiErrors,
  ApiListTotal,
  Authenticated,
  CurrentPrincipal,
  filterText,
  type ListPage,
  type ListPlace,
  listPlace,
  PageResponse,
  type Principal,
  Public,
  PubliclyCached,
  setTotalHeader,
} from '#libs/platform/http';
import { NotAMember, PublisherNotFound, PublisherPath, TokenBoundElsewhere } from '#libs/registry/publishers';
import { type NodeVersion, NodeVersionResponse } from '#libs/registry/versions/store';
import {
  BulkVersionsRequest,
  InstallQuery,
  ListVersionsQuery,
  ReviewVersionsQuery,
  VersionPath,
} from './dto/node-version.request.js';
import { BulkVersionsResponse, VersionListResponse } from './dto/node-version.response.js';
import { SignedProvenanceResponse } from './dto/signed-provenance.response.js';
import { NoArchive, NothingToInstall, ProvenanceNotFound, VERSION_ERRORS } from './node-version.errors.js';
import type { VersionFilter } from './version-reader.repository.js';
import { VersionReader } from './version-reader.js';
import { VersionProvenances } from './version-provenances.js';
import { VersionViews } from './version-views.js';

/** Short, so that a ban takes effect soon. */
const MAX_AGE = { maxAgeSeconds: 30 };

@ApiTags('Node versions')
@Controller()
export class NodeVersionsController {
  constructor(
    private readonly reader: VersionReader,
    private readonly views: VersionViews,
    private readonly provenances: VersionProvenances,
  ) {}

  /** The versions of a node, newest first. Members and admins may ask for other statuses than active. */
  @Get('nodes/:nodeId/versions')
  @Public()
  @PubliclyCached(MAX_AGE)
  @ApiErrors(...NODE_ERRORS)
  async list(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId }: NodePath,
    @Query() { statuses }: ListVersionsQuery,
  ): Promise<NodeVersionResponse[]> {
    const { versions, isInside } = await this.reader.listOfNode(principal, nodeId, statuses);
    return this.views.show(versions, isInside);
  }

  /** One version, by UUID or number. */
  @Get('nodes/:nodeId/versions/:versionId')
  @Public({ takesPublishTokens: true })
  @PubliclyCached(MAX_AGE)
  @ApiErrors(...VERSION_ERRORS)
  async get(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId, versionId }: VersionPath,
  ): Promise<NodeVersionResponse> {
    const { version, isInside } = await this.reader.requireVisible(principal, nodeId, versionId);
    return this.views.showOne(version, isInside);
  }

  /**
   * Which commit, workflow and run a version comes from, signed by this installation; verify it with
   * `GET /.well-known/jwks.json`. For versions that trusted publishing published.
   */
  @Get('nodes/:nodeId/versions/:versionId/provenance')
  @Public()
  @PubliclyCached(MAX_AGE)
  @ApiErrors(...VERSION_ERRORS, ProvenanceNotFound)
  async readProvenance(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId, versionId }: VersionPath,
  ): Promise<SignedProvenanceResponse> {
    return SignedProvenanceResponse.from(await this.provenances.require(principal, nodeId, versionId));
  }

  /** The version to install: the latest, or the one asked for. Counts as a download; HEAD does not. */
  @Get('nodes/:nodeId/install')
  @Public()
  @PubliclyCached({ maxAgeSeconds: 0 })
  @ApiErrors(...VERSION_ERRORS, NoArchive, NothingToInstall)
  async install(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId }: NodePath,
    @Query() { version: wanted }: InstallQuery,
    @Req() { method }: Request,
  ): Promise<NodeVersionResponse> {
    const counts = method !== 'HEAD';
    const { version, isInside } = await this.reader.install(principal, nodeId, filterText(wanted), counts);
    return this.views.showOne(version, isInside);
  }

  /** Looks up many versions at once, for installing a whole set. */
  @Post('bulk/nodes/versions')
  @Public()
  @HttpCode(200)
  async resolveNodeVersions(
    @Body() { node_versions: wanted }: BulkVersionsRequest,
  ): Promise<BulkVersionsResponse> {
    const found = await this.reader.resolve(
      wanted.map((entry) => ({ nodeId: entry.node_id, version: entry.version })),
    );
    const places = [...found.keys()];
    const views = await this.views.showWarned([...found.values()], false);
    const shown = new Map(views.map((view, at) => [places[at], view]));
    return {
      node_versions: wanted.map(({ node_id, version }, index) => {
        const view = shown.get(index) ?? null;
        return {
          identifier: { node_id, version },
          node_id,
          version,
          status: view ? 'success' : 'not_found',
          node_version: view,
        };
      }),
    };
  }

  /** Versions of all nodes, newest first: the review queue. */
  @Get('versions')
  @AdminOnly()
  @ApiListTotal()
  async reviewNodeVersions(@Query() query: ReviewVersionsQuery): Promise<VersionListResponse> {
    return this.page(await this.reader.list(versionFilter(query), versionPlace(query)));
  }

  /**
   * Versions of a publisher's nodes, newest first, for its members. Includes pending, flagged, banned and deleted ones, with
   * `status_reason`.
   */
  @Get('publishers/:publisherId/versions')
  @Authenticated()
  @ApiListTotal()
  @ApiErrors(NotAMember, TokenBoundElsewhere, PublisherNotFound)
  async listOfPublisher(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Query() query: ReviewVersionsQuery,
  ): Promise<VersionListResponse> {
    const [filter, place] = [versionFilter(query), versionPlace(query)];
    return this.page(await this.reader.listOfPublisher(principal, publisherId, filter, place));
  }

  private async page({ rows, ...page }: ListPage<NodeVersion>): Promise<VersionListResponse> {
    setTotalHeader(page);
    return { versions: await this.views.show(rows, true), ...PageResponse.of(page) };
  }
}

function versionFilter({
  statuses,
  node_id: nodeId,
  has_warnings: hasWarnings,
}: ReviewVersionsQuery): VersionFilter {
  return { statuses, nodeId: filterText(nodeId), hasWarnings };
}

function versionPlace(query: ReviewVersionsQuery): ListPlace {
  return listPlace(query, ['uuid'], 'narrow by statuses or node_id');
}
