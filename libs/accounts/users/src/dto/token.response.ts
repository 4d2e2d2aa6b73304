import { ApiProperty } from '@nestjs/swagger';
import { type Scope, SCOPES } from '#libs/platform/http';
import type { AccessToken, TokenKind } from '../access-token.entity.js';

/** A token without its text. */
export class TokenResponse {
  @ApiProperty({ description: 'Id, to revoke it by.', format: 'uuid' })
  id!: string;

  @ApiProperty({
    description: 'What it is: a token that programs send, or somebody signed in at the console.',
    enum: ['token', 'session'],
  })
  kind!: TokenKind;

  @ApiProperty({
    description: 'The token that made it, with which it ends; null when none did.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  parent_id!: string | null;

  @ApiProperty({ description: 'What it is for.', example: 'laptop' })
  name!: string;

  @ApiProperty({ description: 'More about it.' })
  description!: string;

  @ApiProperty({ description: 'What it may be used for.', enum: SCOPES, isArray: true, example: ['media'] })
  scopes!: Scope[];

  @ApiProperty({
    description: 'The one publisher it may write to; null for all of yours.',
    type: 'string',
    nullable: true,
    example: null,
  })
  publisher_id!: string | null;

  @ApiProperty({
    description: 'When it ends; null when it lasts until it is revoked.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  expires_at!: string | null;

  @ApiProperty({
    description: 'When it was last used, to the minute or so; null when never.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  last_used_at!: string | null;

  @ApiProperty({ description: 'When it was made.', format: 'date-time' })
  created_at!: string;

  static from(token: AccessToken): TokenResponse {
    return {
      id: token.id,
      kind: token.kind,
      parent_id: token.parentId,
      name: token.name,
      description: token.description,
      scopes: token.scopes,
      publisher_id: token.publisherId,
      expires_at: token.expiresAt?.toISOString() ?? null,
      last_used_at: token.lastUsedAt?.toISOString() ?? null,
      created_at: token.createdAt.toISOString(),
    };
  }
}

/** A new token, with its text for the only time. */
export class NewTokenResponse extends TokenResponse {
  @ApiProperty({ description: 'The token. It is shown only here.', example: 'atl_…' })
  token!: string;

  static withText({ token, text }: { token: AccessToken; text: string }): NewTokenResponse {
    return { ...TokenResponse.from(token), token: text };
  }
}
