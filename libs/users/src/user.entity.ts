import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person or a program that calls the service. */
@Entity('users')
export class User {
  /** UUIDv7 made by the application. */
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') name!: string;
  /** Shown to the user, to admins, and to members of the same publisher only. */
  @Column('text') email!: string;
  @Column('boolean') isAdmin!: boolean;
  @Column('boolean') isApproved!: boolean;
  /** `iss|sub` of an OIDC user; null for a user made here. */
  @Column('text', { nullable: true, unique: true }) readonly subject!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
