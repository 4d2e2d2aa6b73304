import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One message between the publisher of a version and its reviewers. */
@Entity('version_messages')
@Index('ix_version_messages_node_version_id', ['nodeVersionId', 'id'])
export class VersionMessage {
  /** UUIDv7 made by the application, so ids sort by time. */
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid') @ForeignKey('node_versions', { onDelete: 'CASCADE' }) readonly nodeVersionId!: string;
  /** Null once the user is deleted. */
  @Index('ix_version_messages_author_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly authorId!: string | null;
  @Column('boolean') readonly isFromAdmin!: boolean;
  @Column('text') readonly text!: string;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
