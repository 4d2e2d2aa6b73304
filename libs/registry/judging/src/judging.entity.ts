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

/** The file with the known malicious packages; at most one row. */
@Entity('malicious_lists')
export class MaliciousList {
  @PrimaryColumn('uuid') readonly id!: string;
  /** Of the file. */
  @Column('bytea') readonly sha256!: Buffer;
  /** How many advisories the file has, of all kinds. */
  @Column('integer') readonly records!: number;
  /** How many names, and versions of names, it has. */
  @Column('integer') readonly packages!: number;
  @Index('ix_malicious_lists_loaded_by')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly loadedBy!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly loadedAt!: Date;
}

/** A Python package that is known to be malicious, in all versions or in one. */
@Entity('malicious_packages')
export class MaliciousPackage {
  /** In lower case, as pip compares it. */
  @PrimaryColumn('text') readonly name!: string;
  /** Empty for all versions. */
  @PrimaryColumn('text', { default: '' }) readonly version!: string;
}
