import { ApiProperty } from '@nestjs/swagger';
import { type Principal, type Scope, SCOPES } from '#libs/platform/http';
import { CurrentUserResponse } from '../../dto/current-user.response.js';

/** The signed-in user, and the rights and the end of the session or token. */
export class SessionResponse extends CurrentUserResponse {
  /** What it may be used for. */
  @ApiProperty({ enum: SCOPES, isArray: true, example: ['media'] }) scopes!: Scope[];

  /** The one publisher it may write to; null for all of yours. */
  @ApiProperty({ nullable: true, example: null }) publisher_id!: string | null;

  /** Its id in the list of your tokens; null for a JWT. */
  @ApiProperty({ format: 'uuid', nullable: true }) token_id!: string | null;

  /** When it ends; a session's end moves on while it is used. Null when it lasts until it is revoked. */
  @ApiProperty({ format: 'date-time', nullable: true }) expires_at!: string | null;

  static of(principal: Principal, expiresAt: Date | null): SessionResponse {
    return {
      ...CurrentUserResponse.from(principal),
      scopes: [...principal.scopes],
      publisher_id: principal.publisherId ?? null,
      token_id: principal.tokenId ?? null,
      expires_at: expiresAt?.toISOString() ?? null,
    };
  }
}

const METHODS = ['token', 'invitation', 'issuer'] as const;

export class SessionMethodsResponse {
  /** With a token, with the code of an invitation, or at an issuer, where `GET /session/oidc` sends a browser. */
  @ApiProperty({ enum: METHODS, isArray: true }) methods!: (typeof METHODS)[number][];

  /** Host of the issuer; null when there is none. */
  @ApiProperty({ nullable: true, example: null }) issuer!: string | null;

  static of(issuer: string | undefined): SessionMethodsResponse {
    const methods = METHODS.filter((method) => method !== 'issuer' || issuer !== undefined);
    return { methods, issuer: issuer === undefined ? null : new URL(issuer).host };
  }
}
