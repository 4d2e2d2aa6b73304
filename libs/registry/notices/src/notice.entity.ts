import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Something that one user is told. */
@Entity('notices')
@Index('ix_notices_user_id', ['userId', 'id'])
export class Notice {
  /** UUIDv7 made by the application, so ids sort by time. */
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid') @ForeignKey('users', { onDelete: 'CASCADE' }) readonly userId!: string;
  @Column('text', { nullable: true }) readonly nodeId!: string | null;
  @Column('text', { nullable: true }) readonly version!: string | null;
  /** The report that it is about, to which one can write. */
  @Index('ix_notices_report_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('node_reports', { onDelete: 'CASCADE' })
  readonly reportId!: string | null;
  @Column('text') readonly subject!: string;
  @Column('text') readonly text!: string;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { nullable: true }) readonly mailedAt!: Date | null;
}
