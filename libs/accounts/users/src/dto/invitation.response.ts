import { ApiProperty } from '@nestjs/swagger';
import type { AccessToken } from '../access-token.entity.js';
import type { User } from '../user.entity.js';
import { CurrentUserResponse } from './current-user.response.js';
import { NewTokenResponse } from './token.response.js';

/** The first token of an invited person, and the person's user. The token's text is shown only here. */
export class AcceptedInvitationResponse extends NewTokenResponse {
  /** The user of the token. */
  @ApiProperty({ type: CurrentUserResponse }) user!: CurrentUserResponse;

  static of(accepted: { user: User; token: AccessToken; text: string }): AcceptedInvitationResponse {
    const { id, name, email, isAdmin, isApproved } = accepted.user;
    return { ...NewTokenResponse.withText(accepted), user: { id, name, email, isAdmin, isApproved } };
  }
}
