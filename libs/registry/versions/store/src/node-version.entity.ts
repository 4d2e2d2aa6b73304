import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** The version statuses of service.md. */
export const NODE_VERSION_STATUSES = [
  'NodeVersionStatusActive',
  'NodeVersionStatusDeleted',
  'NodeVersionStatusBanned',
  'NodeVersionStatusPending',
  'NodeVersionStatusFlagged',
] as const;
export type NodeVersionStatus = (typeof NODE_VERSION_STATUSES)[number];

/** How far the extraction of app nodes is. */
export type ExtractStatus = 'pending' | 'success' | 'failed';

/** The CI job that published a version, as the issuer of its token said. */
export type VersionProvenance = {
  /** What kind of host it is: `github`, `gitlab` or `forgejo`. */
  kind: string;
  issuer: string;
  repositoryUrl: string;
  repositoryId: string;
  ownerId: string;
  commit: string;
  commitUrl: string;
  ref: string;
  /** Path of the file. */
  workflow: string;
  environment: string;
  event: string;
  runUrl: string;
  runner: string;
};

/** One immutable release of a node. */
@Entity('node_versions')
@Unique('uq_node_versions_node_id_version', ['nodeId', 'version'])
@Index('ix_node_versions_node_id_sort_key', ['nodeId', 'sortKey'])
@Index('ix_node_versions_status', ['status', 'id'])
@Index('ix_node_versions_flagged', { synchronize: false })
@Index('ix_node_versions_archive_sha256', ['archiveSha256'], { where: 'archive_sha256 is not null' })
export class NodeVersion {
  /** UUIDv7 made by the application. */
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') @ForeignKey('nodes', { onDelete: 'RESTRICT' }) readonly nodeId!: string;
  /** SemVer 2.0, normalised; unique per node, also after deletion. */
  @Column('text') readonly version!: string;
  /** Text whose byte order is the order of SemVer precedence. */
  @Column('text') readonly sortKey!: string;
  @Column('boolean') readonly isPrerelease!: boolean;
  @Column('text', { default: '' }) changelog!: string;
  /** pip requirements. */
  @Column('text', { array: true, default: () => `'{}'` }) readonly dependencies!: string[];
  @Column('boolean', { default: false }) deprecated!: boolean;
  @Column('text', { default: 'NodeVersionStatusPending' }) status!: NodeVersionStatus;
  @Column('text', { default: '' }) statusReason!: string;
  /** Until when its publisher may write to the reviewers; null unless it was held or banned. */
  @Column('timestamptz', { nullable: true }) appealUntil!: Date | null;
  /** Whether it was banned when it was deleted; its archive then stays refused elsewhere. */
  @Column('boolean', { default: false }) deletedBanned!: boolean;
  @Column('text', { array: true, default: () => `'{}'` }) readonly supportedOs!: string[];
  @Column('text', { array: true, default: () => `'{}'` }) readonly supportedAccelerators!: string[];
  @Column('text', { default: '' }) readonly supportedAppVersion!: string;
  @Column('text', { default: '' }) readonly supportedAppFrontendVersion!: string;
  @Column('text', { array: true, default: () => `'{}'` }) readonly tags!: string[];
  @Column('text', { array: true, default: () => `'{}'` }) tagsAdmin!: string[];
  @Column('text', { default: 'pending' }) appNodeExtractStatus!: ExtractStatus;
  @Column('text', { default: '' }) appNodeExtractReason!: string;
  /** Storage key of the archive; null until it has arrived. */
  @Column('text', { nullable: true }) archiveKey!: string | null;
  @Column('int', { nullable: true }) archiveBytes!: number | null;
  @Column('bytea', { nullable: true }) archiveSha256!: Buffer | null;
  /** Code of the rule by which the check refused the archive; null when it was not refused. A refused version never becomes active. */
  @Column('text', { nullable: true }) archiveRefusal!: string | null;
  /** If no archive arrives by then, the version becomes Deleted. */
  @Column('timestamptz') readonly uploadDeadline!: Date;
  @Column('uuid', { nullable: true }) @ForeignKey('users', { onDelete: 'SET NULL' }) readonly publishedBy!:
    string | null;
  /** The token or session that published it, which may no longer exist; null for a token of an issuer. */
  @Column('uuid', { nullable: true }) readonly publishedByToken!: string | null;
  /** Null unless trusted publishing published it. */
  @Column('jsonb', { nullable: true }) readonly provenance!: VersionProvenance | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
