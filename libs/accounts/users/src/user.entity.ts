import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person or a program that calls the service. */
@Entity('users')
// Partial or of words, which the ORM cannot describe.
@Index('ix_users_words', { synchronize: false })
@Index('ix_users_pending', { synchronize: false })
@Index('ix_users_suspended', { synchronize: false })
export class User {
  /** UUIDv7 made by the application. */
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') name!: string;
  /** Shown to the user, to admins, and to members of the same publisher only. */
  @Column('text') email!: string;
  @Column('boolean') isAdmin!: boolean;
  @Column('boolean') isApproved!: boolean;
  /** Since when none of the user's tokens works; null while they do. */
  @Column('timestamptz', { nullable: true }) suspendedAt!: Date | null;
  /** Most publishers that the user may own; null for the number that the installation sets. */
  @Column('integer', { nullable: true }) publisherLimit!: number | null;
  /** Turns in the queue that the user's tasks get where those of others get one. */
  @Column('double precision', { default: 1 }) queueWeight!: number;
  /** `iss|sub` of an OIDC user; null for a user made here. */
  @Column('text', { nullable: true, unique: true }) readonly subject!: string | null;
  /** The row of a deleted user stays, without anything personal, so that history can point at it. */
  @Column('timestamptz', { nullable: true }) readonly deletedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
