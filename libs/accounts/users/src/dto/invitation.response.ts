import { ApiProperty } from '@nestjs/swagger';
import type { AccessToken } from '../access-token.entity.js';
import type { User } from '../user.entity.js';
import { CurrentUserResponse } from './current-user.response.js';
import { NewTokenResponse } from './token.response.js';

/** The first token of an invited person, with its text for the only time, and who the person is. */
export class AcceptedInvitationResponse extends NewTokenResponse {
  /** Whose token it is. */
  @ApiProperty({ type: CurrentUserResponse }) user!: CurrentUserResponse;

  static of(accepted: { user: User; token: AccessToken; text: string }): AcceptedInvitationResponse {
    const { id, name, email, isAdmin, isApproved } = accepted.user;
    return { ...NewTokenResponse.withText(accepted), user: { id, name, email, isAdmin, isApproved } };
  }
}
