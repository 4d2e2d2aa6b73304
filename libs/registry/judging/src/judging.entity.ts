import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Whether a rule of the scan counts, or is on trial. */
@Entity('scan_rules')
export class ScanRule {
  @PrimaryColumn('text') readonly id!: string;
  @Column('boolean', { default: false }) isShadow!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) changedAt!: Date;
}

/** A file of a version in which a rule found something; rules on trial included, notes not. */
@Entity('telling_files')
@Index('ix_telling_files_rule_id', ['ruleId', 'nodeVersionId'])
export class TellingFile {
  @PrimaryColumn('uuid')
  @ForeignKey('node_versions', { onDelete: 'CASCADE' })
  readonly nodeVersionId!: string;
  @PrimaryColumn('text') readonly ruleId!: string;
  /** Of the file; for a finding without one, of what was found. */
  @PrimaryColumn('bytea') @Index('ix_telling_files_sha256') readonly sha256!: Buffer;
  @Column('text', { default: '' }) readonly path!: string;
  @Column('text') readonly severity!: string;
}

/** A finding that a reviewer has approved for a node: the rule does not ask again while the file is the same. */
@Entity('approved_files')
export class ApprovedFile {
  @PrimaryColumn('text') @ForeignKey('nodes', { onDelete: 'CASCADE' }) readonly nodeId!: string;
  @PrimaryColumn('text') readonly ruleId!: string;
  @PrimaryColumn('bytea') readonly sha256!: Buffer;
  @Index('ix_approved_files_approved_by')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly approvedBy!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly approvedAt!: Date;
}
