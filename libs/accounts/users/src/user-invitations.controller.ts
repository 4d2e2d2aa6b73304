import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, currentRequest, Public, RateLimiter } from '#libs/platform/http';
import { InvitationPath } from './dto/invitation.request.js';
import { UserInvitations } from './user-invitations.js';
import { InvitationExpired, InvitationNotFound, InvitationUsed, UserSuspended } from './users.errors.js';
import { AcceptedInvitationResponse } from './dto/token.response.js';

@ApiTags('Users')
@Controller('invitations')
export class UserInvitationsController {
  constructor(
    private readonly invitations: UserInvitations,
    private readonly limiter: RateLimiter,
  ) {}

  /** Exchanges an invitation for a first token, once. Its text is shown only in this reply. */
  @Post(':code/accept')
  @Public()
  @ApiErrors(UserSuspended, InvitationNotFound, InvitationUsed, InvitationExpired)
  async accept(@Param() { code }: InvitationPath): Promise<AcceptedInvitationResponse> {
    try {
      return AcceptedInvitationResponse.of(await this.invitations.accept(code));
    } catch (error) {
      if (error instanceof InvitationNotFound) this.noteGuess();
      throw error;
    }
  }

  /** A guessed code counts like a guessed token. */
  private noteGuess(): void {
    const response = currentRequest()?.response;
    if (response) this.limiter.noteFailedToken(response.req, response);
  }
}
