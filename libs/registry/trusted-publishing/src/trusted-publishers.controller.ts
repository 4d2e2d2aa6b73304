import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { Unavailable } from '#libs/platform/errors';
import { ApiErrors, CurrentPrincipal, type Principal, Public, RequireScope } from '#libs/platform/http';
import {
  NodeBanned,
  NodeNotFound,
  NodeResponse,
  NodesService,
  NodeTaken,
  PublisherNodePath,
} from '#libs/registry/nodes';
import {
  NotAMember,
  OWNER_ERRORS,
  OwnerRequired,
  PublisherBanned,
  PublisherNotFound,
  PublisherPath,
} from '#libs/registry/publishers';
import {
  AddTrustedPublisherRequest,
  ExchangeTokenRequest,
  RequireTrustedPublishingRequest,
  TrustedPublisherPath,
} from './dto/trusted-publisher.request.js';
import { ExchangedTokenResponse, TrustedPublisherResponse } from './dto/trusted-publisher.response.js';
import { TokenExchange } from './token-exchange.js';
import { TrustedPublishersService } from './trusted-publishers.service.js';
import {
  IdentityTokenUsed,
  InvalidIdentityToken,
  NoTrustedPublisher,
  RepositoryNotFound,
  TokenTooNarrow,
  TrustedPublisherExists,
  TrustedPublisherLimitReached,
  TrustedPublisherNotFound,
} from './trusted-publishing.errors.js';

@ApiTags('Trusted publishing')
@Controller()
export class TrustedPublishersController {
  constructor(
    private readonly trusted: TrustedPublishersService,
    private readonly exchange: TokenExchange,
    private readonly nodes: NodesService,
  ) {}

  /**
   * Gives a bearer token for the OIDC token of a CI job, each of which is taken once. It works for 15 minutes, and may only
   * publish versions of the node that the workflow is trusted for, read them, and read their reports.
   */
  @Post('oidc/exchange')
  @Public()
  @ApiErrors(
    InvalidIdentityToken,
    IdentityTokenUsed,
    NoTrustedPublisher,
    PublisherBanned,
    NodeBanned,
    NodeTaken,
    Unavailable,
  )
  async exchangeToken(
    @Body() { token, node_id: nodeId }: ExchangeTokenRequest,
  ): Promise<ExchangedTokenResponse> {
    const given = await this.exchange.exchange(token, nodeId);
    return {
      token: given.text,
      expires_at: given.expiresAt.toISOString(),
      publisher_id: given.publisherId,
      node_id: given.nodeId,
    };
  }

  /** The CI workflows that may publish nodes of a publisher, oldest first. For owners. */
  @Get('publishers/:publisherId/trusted-publishers')
  @RequireScope('registry:write')
  @ApiErrors(PublisherNotFound, NotAMember, OwnerRequired)
  async listTrustedPublishers(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
  ): Promise<TrustedPublisherResponse[]> {
    return (await this.trusted.list(principal, publisherId)).map((one) => TrustedPublisherResponse.from(one));
  }

  /**
   * Lets a CI workflow publish versions of a node, which need not exist yet. The name of such a node is not reserved: the
   * first version takes it. It counts as long as you are an owner. At most 100.
   */
  @Post('publishers/:publisherId/trusted-publishers')
  @RequireScope('registry:write')
  @ApiErrors(
    ...OWNER_ERRORS,
    TokenTooNarrow,
    NodeTaken,
    NodeBanned,
    RepositoryNotFound,
    TrustedPublisherExists,
    TrustedPublisherLimitReached,
    Unavailable,
  )
  async addTrustedPublisher(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Body() body: AddTrustedPublisherRequest,
  ): Promise<TrustedPublisherResponse> {
    return TrustedPublisherResponse.from(await this.trusted.add(principal, publisherId, body));
  }

  /** Removes a trusted publisher, and ends the tokens that it has. For owners. */
  @Delete('publishers/:publisherId/trusted-publishers/:trustedPublisherId')
  @HttpCode(204)
  @RequireScope('registry:write')
  @ApiNoContentResponse({ description: 'The trusted publisher was removed.' })
  @ApiErrors(...OWNER_ERRORS, TokenTooNarrow, TrustedPublisherNotFound)
  async removeTrustedPublisher(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, trustedPublisherId }: TrustedPublisherPath,
  ): Promise<void> {
    await this.trusted.remove(principal, publisherId, trustedPublisherId);
  }

  /** Decides whether versions of a node may come from trusted publishers only. For owners. */
  @Put('publishers/:publisherId/nodes/:nodeId/trusted-publishing')
  @RequireScope('registry:write')
  @ApiErrors(...OWNER_ERRORS, TokenTooNarrow, NodeNotFound, NodeBanned)
  async requireTrustedPublishing(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId }: PublisherNodePath,
    @Body() { required }: RequireTrustedPublishingRequest,
  ): Promise<NodeResponse> {
    await this.trusted.require(principal, publisherId, nodeId, required);
    return this.nodes.view(principal, nodeId);
  }
}
