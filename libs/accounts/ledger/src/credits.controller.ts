import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  Authenticated,
  CurrentPrincipal,
  type Principal,
  RequireScope,
} from '#libs/platform/http';
import { TokenNotFound } from '#libs/accounts/users';
import { CreditAdminService } from './credit-admin.service.js';
import { CreditsService } from './credits.service.js';
import {
  LimitedTokenPath,
  StatementQuery,
  TokenLimitsRequest,
  wantedLimits,
  wantedPage,
} from './dto/credits.request.js';
import { CreditsResponse, LimitsResponse, StatementResponse } from './dto/credits.response.js';
import { TokenLimited } from './ledger.errors.js';

@ApiTags('Credits')
@Controller()
export class CreditsController {
  constructor(
    private readonly credits: CreditsService,
    private readonly admin: CreditAdminService,
  ) {}

  /** The caller's credits: granted, held, spent and expired, and what is left of each limit. */
  @Get('credits')
  @RequireScope('media')
  async getCredits(@CurrentPrincipal() { userId, tokenId }: Principal): Promise<CreditsResponse> {
    return CreditsResponse.from(await this.credits.of(userId, tokenId));
  }

  /** Every movement of the caller's credits, newest first. */
  @Get('credits/statement')
  @RequireScope('media')
  async listCreditEntries(
    @CurrentPrincipal() { userId }: Principal,
    @Query() query: StatementQuery,
  ): Promise<StatementResponse> {
    return StatementResponse.from(await this.credits.listEntries(userId, wantedPage(query)), query.limit);
  }

  /** The limits of one of the caller's tokens. */
  @Get('users/tokens/:tokenId/limits')
  @Authenticated()
  @ApiErrors(TokenNotFound)
  async getTokenLimits(
    @CurrentPrincipal() principal: Principal,
    @Param() { tokenId }: LimitedTokenPath,
  ): Promise<LimitsResponse> {
    return LimitsResponse.from(await this.admin.ownTokenLimits(principal, tokenId));
  }

  /**
   * Limits what one of the caller's tokens may spend, together with the tokens and sessions made from it. What it has
   * already spent in the current period counts.
   */
  @Put('users/tokens/:tokenId/limits')
  @Authenticated()
  @ApiErrors(TokenNotFound, TokenLimited)
  async setTokenLimits(
    @CurrentPrincipal() principal: Principal,
    @Param() { tokenId }: LimitedTokenPath,
    @Body() body: TokenLimitsRequest,
  ): Promise<LimitsResponse> {
    return LimitsResponse.from(await this.admin.setOwnTokenLimits(principal, tokenId, wantedLimits(body)));
  }
}
