import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors, Authenticated, CurrentPrincipal, type Principal } from '#libs/platform/http';
import { AccessTokensService } from './access-tokens.service.js';
import { CreateTokenRequest, TokenPath, wantedToken } from './dto/token.request.js';
import { NewTokenResponse, TokenResponse } from './dto/token.response.js';
import { ordinaryScopes } from './token-grant.js';
import { ScopeNotHeld, TokenLimitReached, TokenNotFound, TokenOutlivesItself } from './users.errors.js';

@ApiTags('Users')
@Authenticated()
@Controller('users/tokens')
export class TokensController {
  constructor(private readonly tokens: AccessTokensService) {}

  /** The caller's tokens that can do no more than the one in use, newest first, without their text. */
  @Get()
  async list(@CurrentPrincipal() principal: Principal): Promise<TokenResponse[]> {
    return (await this.tokens.listOf(principal)).map((token) => TokenResponse.from(token));
  }

  /**
   * Makes a token that can do at most what the caller's token can, and ends with it. Its text is shown only in this
   * reply.
   */
  @Post()
  @ApiErrors(ScopeNotHeld, TokenOutlivesItself, TokenLimitReached)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateTokenRequest,
  ): Promise<NewTokenResponse> {
    const wanted = wantedToken(body, ordinaryScopes(principal));
    return NewTokenResponse.withText(await this.tokens.issueFor(principal, wanted));
  }

  /**
   * Revokes one of the caller's tokens that can do no more than the one in use, and those made from it. They stop
   * working within 5 seconds everywhere.
   */
  @Delete(':tokenId')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The token is revoked.' })
  @ApiErrors(TokenNotFound)
  async revoke(@CurrentPrincipal() principal: Principal, @Param() { tokenId }: TokenPath): Promise<void> {
    await this.tokens.revoke(principal, tokenId);
  }
}
