import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** The publisher statuses of service.md. */
export const PUBLISHER_STATUSES = ['PublisherStatusActive', 'PublisherStatusBanned'] as const;
/** One of `PUBLISHER_STATUSES`. */
export type PublisherStatus = (typeof PUBLISHER_STATUSES)[number];

/** Who publishes nodes: a person, a team or a company. */
@Entity('publishers')
@Index('ix_publishers_status', ['status', 'id'])
@Index('ix_publishers_words', { synchronize: false })
export class Publisher {
  /** The client's own slug, akin to a username. */
  @PrimaryColumn('text') readonly id!: string;
  @Column('text') name!: string;
  @Column('text', { default: '' }) description!: string;
  @Column('text', { default: '' }) logo!: string;
  @Column('text', { default: '' }) sourceCodeRepo!: string;
  @Column('text', { default: '' }) support!: string;
  @Column('text', { default: '' }) website!: string;
  @Column('text', { default: 'PublisherStatusActive' }) status!: PublisherStatus;
  /** Why it was banned last; '' without a reason. Shown only while the ban lasts. */
  @Column('text', { default: '' }) banReason!: string;
  /** Since when it is banned; null while it is not. */
  @Column('timestamptz', { nullable: true }) bannedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}

/** The roles of members: an owner may do everything, a member edits nodes, publishes and deprecates. */
export const MEMBER_ROLES = ['owner', 'member'] as const;
/** One of `MEMBER_ROLES`. */
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A user's place in a publisher, or one kept for the user with an e-mail address. Only an accepted one gives rights. */
@Entity('publisher_members')
@Unique('uq_publisher_members_publisher_id_user_id', ['publisherId', 'userId'])
// By the address in lower case, which only a migration can say.
@Index('uq_publisher_members_publisher_id_invited_email', { synchronize: false })
export class PublisherMember {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') @ForeignKey('publishers', { onDelete: 'CASCADE' }) readonly publisherId!: string;
  @Index('ix_publisher_members_user_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'CASCADE' })
  readonly userId!: string | null;
  /** Whom an invitation by e-mail waits for; null once a user with the address has accepted it. */
  @Column('text', { nullable: true }) readonly invitedEmail!: string | null;
  @Column('text') role!: MemberRole;
  /** Null while the invitation waits for an answer. */
  @Column('timestamptz', { nullable: true }) acceptedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
