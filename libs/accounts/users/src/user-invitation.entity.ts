import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A code that gives a user a first token, once. Only its SHA-256 is stored. */
@Entity('user_invitations')
export class UserInvitation {
  @PrimaryColumn('uuid') readonly id!: string;
  @Index('ix_user_invitations_user_id')
  @Column('uuid')
  @ForeignKey('users', { onDelete: 'CASCADE' })
  readonly userId!: string;
  @Index('uq_user_invitations_digest', { unique: true })
  @Column('bytea')
  readonly digest!: Buffer;
  @Column('timestamptz') readonly expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) readonly acceptedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
