import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors, CurrentPrincipal, type Principal, RequireScope } from '#libs/platform/http';
import {
  NewTokenResponse,
  ordinaryScopes,
  ScopeNotHeld,
  TokenLimitReached,
  TokenNotFound,
  TokenOutlivesItself,
  TokenResponse,
  wantedToken,
} from '#libs/accounts/users';
import {
  CreatePublisherTokenRequest,
  PUBLISHER_TOKEN_SCOPES,
  PublisherPath,
  PublisherTokenPath,
} from './dto/publisher.request.js';
import { NotAMember, OwnerRequired, PublisherBanned, PublisherNotFound } from './publisher.errors.js';
import { PublisherTokensService } from './publisher-tokens.service.js';

@ApiTags('Publishers')
@RequireScope('registry:write')
@ApiErrors(NotAMember, OwnerRequired, PublisherBanned, ScopeNotHeld, TokenOutlivesItself)
@Controller('publishers/:publisherId/tokens')
export class PublisherTokensController {
  constructor(private readonly tokens: PublisherTokensService) {}

  /** The tokens that are bound to a publisher, newest first, without their text. For its owners. */
  @Get()
  @ApiErrors(PublisherNotFound)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
  ): Promise<TokenResponse[]> {
    return (await this.tokens.list(principal, publisherId)).map((token) => TokenResponse.from(token));
  }

  /** Makes a token that may write to this publisher only. Its text is shown only in this reply. For owners. */
  @Post()
  @ApiErrors(PublisherNotFound, TokenLimitReached)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Body() body: CreatePublisherTokenRequest,
  ): Promise<NewTokenResponse> {
    const wanted = wantedToken(body, ordinaryScopes(principal, PUBLISHER_TOKEN_SCOPES));
    return NewTokenResponse.withText(await this.tokens.issue(principal, publisherId, wanted));
  }

  /** Revokes a token of the publisher, whichever owner made it, together with the tokens made with it. */
  @Delete(':tokenId')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The token is revoked.' })
  @ApiErrors(PublisherNotFound, TokenNotFound)
  async revoke(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, tokenId }: PublisherTokenPath,
  ): Promise<void> {
    await this.tokens.revoke(principal, publisherId, tokenId);
  }
}
