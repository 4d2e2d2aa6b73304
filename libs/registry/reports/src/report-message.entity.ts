import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export const REPORT_SIDES = ['reporter', 'publisher', 'admin'] as const;
export type ReportSide = (typeof REPORT_SIDES)[number];

/** One message about a report. */
@Entity('report_messages')
@Index('ix_report_messages_report_id', ['reportId', 'id'])
export class ReportMessage {
  /** UUIDv7 made by the application, so ids sort by time. */
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid') @ForeignKey('node_reports', { onDelete: 'CASCADE' }) readonly reportId!: string;
  /** Null once the user is deleted. */
  @Index('ix_report_messages_author_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly authorId!: string | null;
  @Column('text') readonly side!: ReportSide;
  @Column('text') readonly text!: string;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
