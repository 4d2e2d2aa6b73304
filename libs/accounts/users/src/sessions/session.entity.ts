import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What belongs to a session's cookie. The rest is the row of `access_tokens` with the same id. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  @ForeignKey('access_tokens', { onDelete: 'CASCADE' })
  readonly tokenId!: string;
  /** SHA-256 of the cookie's text. */
  @Index('uq_sessions_digest', { unique: true })
  @Column('bytea')
  readonly digest!: Buffer;
  /** SHA-256 of the previous text; null before the first renewal. */
  @Index('ix_sessions_previous_digest')
  @Column('bytea', { nullable: true })
  readonly previousDigest!: Buffer | null;
  /** Until when the previous text is accepted, for requests in flight; null before the first renewal. */
  @Column('timestamptz', { nullable: true }) readonly previousUntil!: Date | null;
  /** When the current text was set. */
  @Column('timestamptz') readonly renewedAt!: Date;
  /** When the session ends however much it is used. */
  @Column('timestamptz') readonly endsAt!: Date;
}
