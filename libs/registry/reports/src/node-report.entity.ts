import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What may be wrong with a node or a publisher; `name` claims its name. */
export const REPORT_REASONS = [
  'malware',
  'impersonation',
  'name',
  'spam',
  'licence',
  'broken',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What may be wrong with a publisher. */
export const PUBLISHER_REPORT_REASONS = [
  'malware',
  'impersonation',
  'name',
  'spam',
  'other',
] as const satisfies readonly ReportReason[];
export type PublisherReportReason = (typeof PUBLISHER_REPORT_REASONS)[number];

export const REPORT_VERDICTS = ['upheld', 'dismissed'] as const;
export type ReportVerdict = (typeof REPORT_VERDICTS)[number];

/** What a user reports of a node, or of a publisher. */
@Entity('node_reports')
@Check('ck_node_reports_subject', 'num_nonnulls(node_id, publisher_id) = 1')
@Index('uq_node_reports_open', ['nodeId', 'reporterId'], { unique: true, where: 'verdict is null' })
@Index('uq_node_reports_open_of_publisher', ['publisherId', 'reporterId'], {
  unique: true,
  where: 'verdict is null',
})
@Index('ix_node_reports_publisher_id', ['publisherId', 'id'])
@Index('ix_node_reports_node_id', ['nodeId', 'id'])
@Index('ix_node_reports_reporter_id', ['reporterId', 'id'])
@Index('ix_node_reports_open', ['id'], { where: 'verdict is null' })
export class NodeReport {
  /** UUIDv7 made by the application, so ids sort by time. */
  @PrimaryColumn('uuid') readonly id!: string;
  /** Null for a report of a publisher. */
  @Column('text', { nullable: true }) @ForeignKey('nodes', { onDelete: 'CASCADE' }) readonly nodeId!:
    string | null;
  /** The publisher that is reported; null for a report of a node. */
  @Column('text', { nullable: true })
  @ForeignKey('publishers', { onDelete: 'CASCADE' })
  readonly publisherId!: string | null;
  @Column('uuid') @ForeignKey('users', { onDelete: 'CASCADE' }) readonly reporterId!: string;
  @Column('text') readonly reason!: ReportReason;
  @Column('text') readonly details!: string;
  /** Number of the version that it is about; null for a node as a whole, and for a publisher. */
  @Column('text', { nullable: true }) readonly version!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  /** Null while it is open. */
  @Column('text', { nullable: true }) readonly verdict!: ReportVerdict | null;
  /** What the reporter is told; '' while it is open. */
  @Column('text', { default: '' }) readonly answer!: string;
  @Column('timestamptz', { nullable: true }) readonly closedAt!: Date | null;
}
