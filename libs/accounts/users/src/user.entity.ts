import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('users')
// Partial and trigram indexes, which the ORM cannot describe.
@Index('ix_users_words', { synchronize: false })
@Index('ix_users_pending', { synchronize: false })
@Index('ix_users_suspended', { synchronize: false })
export class User {
  /** UUIDv7 made by the application. */
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') name!: string;
  /** Shown only to the user, to admins, and to members of the same publisher. */
  @Column('text') email!: string;
  @Column('boolean') isAdmin!: boolean;
  @Column('boolean') isApproved!: boolean;
  /** Since when the user is suspended; null when not. */
  @Column('timestamptz', { nullable: true }) suspendedAt!: Date | null;
  /** Most publishers that the user may own; null for the installation's default. */
  @Column('integer', { nullable: true }) publisherLimit!: number | null;
  /** Relative share of the queue; 1 is the default. */
  @Column('double precision', { default: 1 }) queueWeight!: number;
  /** `iss|sub` of an OIDC user; null for a local user. */
  @Column('text', { nullable: true, unique: true }) readonly subject!: string | null;
  /** The row of a deleted user stays, without personal data, so that history can refer to it. */
  @Column('timestamptz', { nullable: true }) readonly deletedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
