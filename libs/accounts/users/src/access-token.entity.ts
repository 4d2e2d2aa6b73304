import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Scope } from '#libs/platform/http';

/**
 * A token for programs; a session, whose row has no text that could be sent as a token; or the short-lived token of trusted
 * publishing.
 */
export type TokenKind = 'token' | 'session' | 'publish';

/** An opaque token. Its text is shown once; only its SHA-256 is stored. */
@Entity('access_tokens')
export class AccessToken {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text', { default: 'token' }) readonly kind!: TokenKind;
  @Index('ix_access_tokens_user_id')
  @Column('uuid')
  @ForeignKey('users', { onDelete: 'CASCADE' })
  readonly userId!: string;
  /** The token that made this one; revoking that also revokes this. Null when none did. */
  @Index('ix_access_tokens_parent_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('access_tokens', { onDelete: 'CASCADE' })
  readonly parentId!: string | null;
  @Column('text') readonly name!: string;
  @Column('text', { default: '' }) readonly description!: string;
  @Index('uq_access_tokens_digest', { unique: true })
  @Column('bytea')
  readonly digest!: Buffer;
  @Column('text', { array: true }) readonly scopes!: Scope[];
  /** The one publisher that the token may write to; null for all of the user's. */
  @Column('text', { nullable: true }) readonly publisherId!: string | null;
  /** The one node whose versions a token of the kind `publish` may publish; null for others. */
  @Column('text', { nullable: true }) readonly nodeId!: string | null;
  @Column('timestamptz', { nullable: true }) readonly expiresAt!: Date | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
  /** Accurate to about a minute: written in batches. */
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
