import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What a cookie carries. Everything else of a session is the row of `access_tokens` with the same id. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  @ForeignKey('access_tokens', { onDelete: 'CASCADE' })
  readonly tokenId!: string;
  /** SHA-256 of the text in the cookie. */
  @Index('uq_sessions_digest', { unique: true })
  @Column('bytea')
  readonly digest!: Buffer;
  /** Of the text before; null before the first renewal. */
  @Index('ix_sessions_previous_digest')
  @Column('bytea', { nullable: true })
  readonly previousDigest!: Buffer | null;
  /** Until when the text before serves requests that were under way; null before the first renewal. */
  @Column('timestamptz', { nullable: true }) readonly previousUntil!: Date | null;
  /** Since when the text is the present one. */
  @Column('timestamptz') readonly renewedAt!: Date;
  /** When the session ends however much it is used. */
  @Column('timestamptz') readonly endsAt!: Date;
}
