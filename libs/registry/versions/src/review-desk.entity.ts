import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ReviewKind } from './dto/review.request.js';

/** Which admin looks at an entry of the review queue. */
@Entity('review_assignments')
export class ReviewAssignment {
  @PrimaryColumn('text') readonly kind!: ReviewKind;
  /** Id of the version, the node or the publisher. */
  @PrimaryColumn('text') readonly subjectId!: string;
  @Index('ix_review_assignments_assignee_id')
  @Column('uuid')
  @ForeignKey('users', { onDelete: 'CASCADE' })
  readonly assigneeId!: string;
  @Column('timestamptz', { default: () => 'now()' }) readonly since!: Date;
}

/** What an admin notes on an entry, for admins. */
@Entity('review_notes')
@Index('ix_review_notes_subject_id', ['kind', 'subjectId', 'id'])
export class ReviewNote {
  /** UUIDv7 made by the application, so ids sort by time. */
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') readonly kind!: ReviewKind;
  @Column('text') readonly subjectId!: string;
  /** Null once the user is deleted. */
  @Index('ix_review_notes_author_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly authorId!: string | null;
  @Column('text') readonly text!: string;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}

/** A time in which a version was held, for the figures. */
@Entity('version_holds')
@Index('uq_version_holds_open', ['nodeVersionId'], { unique: true, where: 'decided_at is null' })
export class VersionHold {
  @PrimaryColumn('uuid') readonly id!: string;
  @Index('ix_version_holds_node_version_id')
  @Column('uuid')
  @ForeignKey('node_versions', { onDelete: 'CASCADE' })
  readonly nodeVersionId!: string;
  @Index('ix_version_holds_held_at')
  @Column('timestamptz', { default: () => 'now()' })
  readonly heldAt!: Date;
  /** Null while it is held. */
  @Column('timestamptz', { nullable: true }) readonly decidedAt!: Date | null;
  /** Whether the version stayed out; false when it became active. */
  @Column('boolean', { nullable: true }) readonly wasRight!: boolean | null;
}
