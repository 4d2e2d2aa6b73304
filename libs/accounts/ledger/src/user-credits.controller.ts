import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, type Principal, responseOf } from '#libs/platform/http';
import { TokenNotFound, UserNotFound } from '#libs/accounts/users';
import { CreditAdminService } from './credit-admin.service.js';
import { CreditsService } from './credits.service.js';
import {
  CorrectionRequest,
  CreditReason,
  CreditUserPath,
  GrantPath,
  GrantRequest,
  LimitedUserTokenPath,
  LimitsRequest,
  ListEntriesQuery,
  StatementQuery,
  PrepaidRequest,
  wantedLimits,
  wantedPage,
} from './dto/credits.request.js';
import { CreditsResponse, LimitsResponse, StatementResponse } from './dto/credits.response.js';
import { GrantListResponse, GrantResponse } from './dto/grant.response.js';
import { CorrectionTooLarge, GrantNotFound, GrantVoided } from './ledger.errors.js';

@ApiTags('Admin')
@AdminOnly()
@ApiErrors(UserNotFound)
@Controller('admin/users/:userId')
export class UserCreditsController {
  constructor(
    private readonly credits: CreditsService,
    private readonly admin: CreditAdminService,
  ) {}

  /** The credits of any user, as the user sees them. */
  @Get('credits')
  async getUserCredits(@Param() { userId }: CreditUserPath): Promise<CreditsResponse> {
    await this.admin.requireUser(userId);
    return CreditsResponse.from(await this.credits.of(userId));
  }

  /** Sets whether a user pays from grants only. The first grant sets it, too. */
  @Put('credits')
  async setUserPrepaid(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId }: CreditUserPath,
    @Body() { prepaid, reason }: PrepaidRequest,
  ): Promise<CreditsResponse> {
    await this.admin.setPrepaid(principal, userId, prepaid ?? null, reason);
    return CreditsResponse.from(await this.credits.of(userId));
  }

  /** Every movement of a user's credits, newest first. */
  @Get('credits/statement')
  async listUserCreditEntries(
    @Param() { userId }: CreditUserPath,
    @Query() query: StatementQuery,
  ): Promise<StatementResponse> {
    await this.admin.requireUser(userId);
    return StatementResponse.from(await this.credits.listEntries(userId, wantedPage(query)), query.limit);
  }

  /** The grants of a user, newest first. */
  @Get('grants')
  async listGrants(
    @Param() { userId }: CreditUserPath,
    @Query() { cursor, limit }: ListEntriesQuery,
  ): Promise<GrantListResponse> {
    return GrantListResponse.from(
      await this.admin.listGrants(userId, { beforeId: cursor, limit: limit + 1 }),
      limit,
    );
  }

  /** Grants credits to a user. From the first grant on, the user pays from grants only. */
  @Post('grants')
  async giveGrant(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId }: CreditUserPath,
    @Body() { amount, category, note, priority, effective_at, expires_at, reason }: GrantRequest,
  ): Promise<GrantResponse> {
    const terms = { amount, category, note, priority, expiresAt: expires_at ? new Date(expires_at) : null };
    const begin = effective_at === undefined ? {} : { effectiveAt: new Date(effective_at) };
    return responseOf(
      GrantResponse,
      await this.admin.grant(principal, userId, { ...terms, ...begin }, reason),
    );
  }

  /** Takes back what is left of a grant. Credits that tasks hold of it may still be spent. */
  @Post('grants/:grantId/void')
  @HttpCode(200)
  @ApiErrors(GrantNotFound, GrantVoided)
  async voidGrant(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId, grantId }: GrantPath,
    @Body() { reason }: CreditReason,
  ): Promise<GrantResponse> {
    return responseOf(GrantResponse, await this.admin.voidGrant(principal, userId, grantId, reason));
  }

  /**
   * Corrects what was spent of a grant, by a further entry of the statement: charges more to it, or gives back.
   * Credits given back to a grant that has ended are taken back with it; add a new grant instead.
   */
  @Post('grants/:grantId/corrections')
  @ApiErrors(GrantNotFound, CorrectionTooLarge)
  async correctGrant(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId, grantId }: GrantPath,
    @Body() { credits, reason }: CorrectionRequest,
  ): Promise<GrantResponse> {
    return responseOf(GrantResponse, await this.admin.correct(principal, userId, grantId, credits, reason));
  }

  /** The limits of a user. */
  @Get('limits')
  async getUserLimits(@Param() { userId }: CreditUserPath): Promise<LimitsResponse> {
    return LimitsResponse.from(await this.admin.limitsOf({ userId, tokenId: null }));
  }

  /** Limits what a user may spend. What was already spent in the current period counts. */
  @Put('limits')
  async setUserLimits(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId }: CreditUserPath,
    @Body() body: LimitsRequest,
  ): Promise<LimitsResponse> {
    const owner = { userId, tokenId: null };
    return LimitsResponse.from(await this.admin.setLimits(principal, owner, wantedLimits(body), body.reason));
  }

  /** The limits of a token of any user. */
  @Get('tokens/:tokenId/limits')
  @ApiErrors(TokenNotFound)
  async getUserTokenLimits(@Param() owner: LimitedUserTokenPath): Promise<LimitsResponse> {
    return LimitsResponse.from(await this.admin.limitsOf(owner));
  }

  /** Limits what a token of any user may spend, together with the tokens made from it. */
  @Put('tokens/:tokenId/limits')
  @ApiErrors(TokenNotFound)
  async setUserTokenLimits(
    @CurrentPrincipal() principal: Principal,
    @Param() owner: LimitedUserTokenPath,
    @Body() body: LimitsRequest,
  ): Promise<LimitsResponse> {
    return LimitsResponse.from(await this.admin.setLimits(principal, owner, wantedLimits(body), body.reason));
  }
}
