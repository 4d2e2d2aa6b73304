import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import { REF_TYPES, type RefType, type TrustedPublisher } from '../trusted-publisher.entity.js';

/** A workflow that may publish versions of one node. */
export class TrustedPublisherResponse {
  /** Id of the trusted publisher. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** The node. */
  @ApiProperty({ example: 'my-node' }) node_id!: string;

  /** Issuer of the tokens. */
  @ApiProperty({ example: 'https://token.actions.githubusercontent.com' }) issuer!: string;

  /** Path of the repository when it was last seen. */
  @ApiProperty({ example: 'octo-org/octo-repo' }) repository!: string;

  /** Number of the repository at its host; this, not the path, has to match. */
  @ApiProperty({ example: '74' }) repository_id!: string;

  /** Number of the repository's owner at its host. */
  @ApiProperty({ example: '65' }) owner_id!: string;

  /** Path of the workflow's file in the repository. */
  @ApiProperty({ example: '.github/workflows/release.yml' }) workflow!: string;

  /** Environment that the job must have; '' for any. */
  @ApiProperty({ example: 'release' }) environment!: string;

  /** What the job must run for. */
  @ApiPropertyOptional({ enum: REF_TYPES }) ref_type?: RefType;

  /** Whether the branch or tag must be protected. */
  @ApiProperty() requires_protected_ref!: boolean;

  /** Id of the owner who added it. It counts while that user is an owner of the publisher. */
  @ApiProperty({ format: 'uuid', nullable: true }) added_by!: string | null;

  /** When a token was last exchanged. */
  @ApiPropertyOptional({ format: 'date-time' }) last_used_at?: string;

  /** When it was added. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from(one: TrustedPublisher): TrustedPublisherResponse {
    return responseOf(TrustedPublisherResponse, one, {
      ref_type: one.refType ?? undefined,
      last_used_at: one.lastUsedAt?.toISOString(),
    });
  }
}

/** A token that may publish versions of one node, and nothing else. */
export class ExchangedTokenResponse {
  /** The token, for `Authorization: Bearer`. */
  @ApiProperty() token!: string;

  /** When it ends. */
  @ApiProperty({ format: 'date-time' }) expires_at!: string;

  /** The publisher. */
  @ApiProperty({ example: 'my-team' }) publisher_id!: string;

  /** The node. */
  @ApiProperty({ example: 'my-node' }) node_id!: string;
}
