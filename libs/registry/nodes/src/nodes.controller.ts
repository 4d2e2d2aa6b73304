import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Forbidden } from '#libs/platform/errors';
import {
  ApiErrors,
  ApiListTotal,
  ApiNextLink,
  CurrentPrincipal,
  type Principal,
  Public,
  PubliclyCached,
  RequireScope,
} from '#libs/platform/http';
import { NotAMember } from '#libs/registry/publishers';
import {
  ListNodesQuery,
  NodeDownloadsQuery,
  NodePath,
  ReviewNodeQuery,
  SearchNodesQuery,
  TranslateNodeRequest,
} from './dto/node-query.request.js';
import { NodeDownloadsResponse } from './dto/node-downloads.response.js';
import { NodeSearchPageResponse } from './dto/node-search.response.js';
import { NodePageResponse, NodeResponse } from './dto/node.response.js';
import { NODE_ERRORS, OwnNode } from './node.errors.js';
import { NodeDownloads } from './node-downloads.js';
import { NodeEditor } from './node-editor.js';
import { NodeListings } from './node-listings.js';
import { NodeViews } from './node-views.js';
import { refuseMisspeltParameters } from './search-parameter-names.js';
import { NodesService } from './nodes.service.js';

/** How long others may keep a public reply. */
const MAX_AGE_SECONDS = 30;

@ApiTags('Nodes')
@Controller('nodes')
export class NodesController {
  constructor(
    private readonly listings: NodeListings,
    private readonly views: NodeViews,
    private readonly nodes: NodesService,
    private readonly editor: NodeEditor,
    private readonly downloads: NodeDownloads,
  ) {}

  /** Nodes by id, with filters. */
  @Get()
  @Public()
  @PubliclyCached({ maxAgeSeconds: MAX_AGE_SECONDS })
  @ApiListTotal()
  @ApiErrors(Forbidden)
  async list(
    @CurrentPrincipal() principal: Principal | undefined,
    @Query() query: ListNodesQuery,
  ): Promise<NodePageResponse> {
    return this.listings.list(principal, query);
  }

  /**
   * Finds nodes. An exact id or name comes first, then other matches by search ranking and popularity (stars, downloads, ratings,
   * age). A name that begins with the words counts like 8 times the stars, a name that contains them like 4, a text like 2. Last
   * come results for a possible typing error.
   */
  @Get('search')
  @Public()
  @PubliclyCached({ maxAgeSeconds: MAX_AGE_SECONDS })
  @ApiListTotal()
  @ApiNextLink()
  @ApiErrors(Forbidden)
  async search(
    @CurrentPrincipal() principal: Principal | undefined,
    @Query() query: SearchNodesQuery,
    @Query() asSent: Record<string, unknown>,
  ): Promise<NodeSearchPageResponse> {
    refuseMisspeltParameters(asSent);
    return this.listings.search(principal, query);
  }

  /** One node. */
  @Get(':nodeId')
  @Public()
  @PubliclyCached({ maxAgeSeconds: MAX_AGE_SECONDS })
  @ApiErrors(...NODE_ERRORS)
  async get(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId }: NodePath,
  ): Promise<NodeResponse> {
    return this.views.view(principal, nodeId);
  }

  /** Downloads by day, UTC. Days before the service counted them show none. */
  @Get(':nodeId/downloads')
  @Public()
  @ApiErrors(...NODE_ERRORS)
  async listDownloads(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId }: NodePath,
    @Query() query: NodeDownloadsQuery,
  ): Promise<NodeDownloadsResponse> {
    return this.downloads.list(principal, nodeId, query);
  }

  /** Rates another publisher's node. Each user has one rating; a later one replaces it. */
  @Post(':nodeId/reviews')
  @RequireScope('registry:write')
  @ApiErrors(...NODE_ERRORS, OwnNode)
  async review(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
    @Query() { star }: ReviewNodeQuery,
  ): Promise<NodeResponse> {
    await this.nodes.rate(principal, nodeId, star);
    return this.views.view(principal, nodeId);
  }

  /** Adds or replaces a node's texts in other languages. */
  @Post(':nodeId/translations')
  @RequireScope('registry:write')
  @ApiErrors(...NODE_ERRORS, NotAMember)
  async translate(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
    @Body() { translations }: TranslateNodeRequest,
  ): Promise<NodeResponse> {
    await this.editor.translate(principal, nodeId, translations);
    return this.views.view(principal, nodeId);
  }
}
