import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, type Principal } from '#libs/platform/http';
import { TokenNotFound, TokenResponse, UserNotFound } from '#libs/accounts/users';
import { UserPath, UserTokenPath } from './dto/user.request.js';
import { UserAdminService } from './user-admin.service.js';

@ApiTags('Admin')
@AdminOnly()
@ApiErrors(UserNotFound)
@Controller('admin/users/:userId/tokens')
export class UserTokensController {
  constructor(private readonly users: UserAdminService) {}

  /** The tokens of any user, newest first, without their text. */
  @Get()
  async list(@Param() { userId }: UserPath): Promise<TokenResponse[]> {
    return (await this.users.tokensOf(userId)).map((token) => TokenResponse.from(token));
  }

  /** Revokes every token of a user; they stop working within 5 seconds everywhere. */
  @Delete()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The tokens are revoked.' })
  async revokeUserTokens(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId }: UserPath,
  ): Promise<void> {
    await this.users.revokeTokens(principal, userId);
  }

  /** Revokes one token of a user. */
  @Delete(':tokenId')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The token is revoked.' })
  @ApiErrors(TokenNotFound)
  async revoke(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId, tokenId }: UserTokenPath,
  ): Promise<void> {
    await this.users.revokeToken(principal, userId, tokenId);
  }
}
