import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A warning or an error that a process logged about a task, scrubbed as the log is. */
@Entity('task_log_lines')
@Index('ix_task_log_lines_task_id_id', ['taskId', 'id'])
export class TaskLogLine {
  /** UUIDv7 of its time. */
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid')
  @ForeignKey('tasks', { onDelete: 'CASCADE' })
  readonly taskId!: string;
  @Column('timestamptz') readonly loggedAt!: Date;
  /** `warn`, `error` or `fatal`. */
  @Column('text') readonly level!: string;
  @Column('text') readonly message!: string;
  /** Its other fields. */
  @Column('jsonb') readonly details!: Record<string, unknown>;
}
