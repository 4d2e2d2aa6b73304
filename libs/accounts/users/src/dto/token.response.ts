import { ApiProperty } from '@nestjs/swagger';
import { responseOf, type Scope, SCOPES } from '#libs/platform/http';
import type { AccessToken, TokenKind } from '../access-token.entity.js';
import type { User } from '../user.entity.js';
import { CurrentUserResponse } from './current-user.response.js';

export class TokenResponse {
  /** Id of the token. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** A token for programs, or a session of the console. */
  @ApiProperty({ enum: ['token', 'session'] }) kind!: TokenKind;

  /** The token that made it; revoking that also revokes this one. Null when none did. */
  @ApiProperty({ format: 'uuid', nullable: true }) parent_id!: string | null;

  /** Its name. */
  @ApiProperty({ example: 'laptop' }) name!: string;

  /** Its description. */
  @ApiProperty() description!: string;

  /** What it may be used for. */
  @ApiProperty({ enum: SCOPES, isArray: true, example: ['media'] }) scopes!: Scope[];

  /** The one publisher it may write to; null for all of yours. */
  @ApiProperty({ nullable: true, example: null }) publisher_id!: string | null;

  /** When it expires; null when it lasts until it is revoked. */
  @ApiProperty({ format: 'date-time', nullable: true }) expires_at!: string | null;

  /** When it was last used, accurate to about a minute; null when never. */
  @ApiProperty({ format: 'date-time', nullable: true }) last_used_at!: string | null;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from(token: AccessToken): TokenResponse {
    return responseOf(TokenResponse, token);
  }
}

/** A new token. Its text is shown only here. */
export class NewTokenResponse extends TokenResponse {
  /** The token. It is shown only here. */
  @ApiProperty({ example: 'atl_…' }) token!: string;

  static withText({ token, text }: { token: AccessToken; text: string }): NewTokenResponse {
    return { ...TokenResponse.from(token), token: text };
  }
}

/** The first token of an invited person, and the person's user. The token's text is shown only here. */
export class AcceptedInvitationResponse extends NewTokenResponse {
  /** The user of the token. */
  @ApiProperty({ type: CurrentUserResponse }) user!: CurrentUserResponse;

  static of(accepted: { user: User; token: AccessToken; text: string }): AcceptedInvitationResponse {
    const { id, name, email, isAdmin, isApproved } = accepted.user;
    return { ...NewTokenResponse.withText(accepted), user: { id, name, email, isAdmin, isApproved } };
  }
}
