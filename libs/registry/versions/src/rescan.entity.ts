import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A scan of all versions by the rules of today. */
@Entity('rescans')
export class Rescan {
  @PrimaryColumn('uuid') readonly id!: string;
  /** Whether it holds active versions at once, or leaves them to a reviewer. */
  @Column('boolean') readonly holds!: boolean;
  @Index('ix_rescans_requested_by')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly requestedBy!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly startedAt!: Date;
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
  /** The last version that was scanned, in the order of ids. */
  @Column('uuid', { nullable: true }) lastVersionId!: string | null;
  /** Versions to scan, counted at the start. */
  @Column('int') readonly total!: number;
  @Column('int', { default: 0 }) done!: number;
  /** Versions whose archive could not be read. */
  @Column('int', { default: 0 }) failed!: number;
  /** Active versions that would be held if they were published now. */
  @Column('int', { default: 0 }) found!: number;
}

/** An active version in which a repeated scan found what would hold it; it waits for a reviewer and stays active. */
@Entity('version_doubts')
@Index('ix_version_doubts_since', ['since', 'nodeVersionId'])
export class VersionDoubt {
  @PrimaryColumn('uuid')
  @ForeignKey('node_versions', { onDelete: 'CASCADE' })
  readonly nodeVersionId!: string;
  @Column('text') readonly reason!: string;
  @Column('timestamptz', { default: () => 'now()' }) readonly since!: Date;
}
