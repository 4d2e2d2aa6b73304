import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { VerifiedMark } from './proofs/publisher-proof.entity.js';

/** The publisher statuses of service.md. */
export const PUBLISHER_STATUSES = ['PublisherStatusActive', 'PublisherStatusBanned'] as const;
export type PublisherStatus = (typeof PUBLISHER_STATUSES)[number];

/** A person, a team or a company that publishes nodes. */
@Entity('publishers')
@Index('ix_publishers_status', ['status', 'id'])
@Index('ix_publishers_words', { synchronize: false })
@Index('ix_publishers_letters', { synchronize: false })
@Index('ix_publishers_review_age', { synchronize: false })
export class Publisher {
  /** Chosen by the client, like a username. */
  @PrimaryColumn('text') readonly id!: string;
  @Column('text') name!: string;
  @Column('text', { default: '' }) description!: string;
  @Column('text', { default: '' }) logo!: string;
  @Column('text', { default: '' }) sourceCodeRepo!: string;
  @Column('text', { default: '' }) support!: string;
  @Column('text', { default: '' }) website!: string;
  @Column('text', { default: 'PublisherStatusActive' }) status!: PublisherStatus;
  /** Reason of the latest ban; '' without one. Shown only during the ban. */
  @Column('text', { default: '' }) banReason!: string;
  /** When it was banned; null while it is not. */
  @Column('timestamptz', { nullable: true }) bannedAt!: Date | null;
  /** Why an admin should look at it; its nodes are hidden meanwhile. Null when there is no reason. */
  @Column('text', { nullable: true }) reviewReason!: string | null;
  /** Its verified proofs, kept here as well so that replies about nodes need no further join. */
  @Column('jsonb', { default: () => `'[]'` }) verified!: VerifiedMark[];
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}

/** Whether the publisher's nodes are in search and lists: it is neither banned nor under review. */
export function isListed({ status, reviewReason }: Pick<Publisher, 'status' | 'reviewReason'>): boolean {
  return status === 'PublisherStatusActive' && reviewReason === null;
}

/** The roles of members: an owner may do everything, a member edits nodes, publishes and deprecates. */
export const MEMBER_ROLES = ['owner', 'member'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A user's membership of a publisher, or an invitation for a user or an e-mail address. Only an accepted one gives rights. */
@Entity('publisher_members')
@Unique('uq_publisher_members_publisher_id_user_id', ['publisherId', 'userId'])
// By the address in lower case, which only a migration can express.
@Index('uq_publisher_members_publisher_id_invited_email', { synchronize: false })
export class PublisherMember {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') @ForeignKey('publishers', { onDelete: 'CASCADE' }) readonly publisherId!: string;
  @Index('ix_publisher_members_user_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'CASCADE' })
  readonly userId!: string | null;
  /** The address that was invited; null once a user with the address has accepted. */
  @Column('text', { nullable: true }) readonly invitedEmail!: string | null;
  @Column('text') role!: MemberRole;
  /** Null while the invitation waits for an answer. */
  @Column('timestamptz', { nullable: true }) acceptedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}

/** When a publisher last published a version: one that was announced then, and has come. Without a row it never did. */
@Entity('last_publishes')
export class LastPublish {
  @PrimaryColumn('text') @ForeignKey('publishers', { onDelete: 'CASCADE' }) readonly publisherId!: string;
  @Column('timestamptz') readonly publishedAt!: Date;
}
