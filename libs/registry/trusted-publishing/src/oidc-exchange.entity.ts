import type { JWK } from 'jose';
import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { VersionProvenance } from '#libs/registry/versions/store';

/** A token of a CI job that was exchanged. */
@Entity('oidc_exchanges')
@Unique('uq_oidc_exchanges_token_key', ['issuer', 'tokenKey'])
@Unique('uq_oidc_exchanges_access_token_id', ['accessTokenId'])
@Index('ix_oidc_exchanges_expires_at', ['expiresAt'], { where: 'not is_published' })
export class OidcExchange {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') readonly issuer!: string;
  /** What no other token of the issuer has, so that each is exchanged once. */
  @Column('text') readonly tokenKey!: string;
  /** Null once it was removed. */
  @Index('ix_oidc_exchanges_trusted_publisher_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('trusted_publishers', { onDelete: 'SET NULL' })
  readonly trustedPublisherId!: string | null;
  /** The token that was given for it. */
  @Column('uuid') readonly accessTokenId!: string;
  /** The JWT. Good for nothing here any more, but elsewhere until it expires. */
  @Column('text') readonly identityToken!: string;
  /** The public key that verified it. */
  @Column('jsonb') readonly issuerKey!: JWK;
  /** What the versions show that come of it. */
  @Column('jsonb') readonly provenance!: VersionProvenance;
  /** When the JWT expires. */
  @Column('timestamptz') readonly expiresAt!: Date;
  /** Whether a version came of it. */
  @Column('boolean', { default: false }) readonly isPublished!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
