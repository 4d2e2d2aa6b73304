import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { TaskStatus } from './task-status.js';

/** A file that a task made, by asset id. */
export type TaskOutput = {
  /** What the file is in its kind, such as `image`, `video`, `cover`. */
  role: string;
  assetId: string;
};

/** A media job: what was asked, its state, and what came of it. Its status changes through `TasksService` only. */
@Entity('tasks')
@Index('ix_tasks_user_id_id', ['userId', 'id'])
@Index('ix_tasks_user_id_kind_id', ['userId', 'kind', 'id'])
// Partial, which the ORM cannot describe.
@Index('ix_tasks_waiting', { synchronize: false })
@Index('ix_tasks_rare_status', { synchronize: false })
@Index('ix_tasks_uncertain', { synchronize: false })
@Index('ix_tasks_expires_at', { synchronize: false })
export class Task {
  /** UUIDv7 made by the application, never an upstream's. */
  @PrimaryColumn('uuid') readonly id!: string;
  /** Such as `image-relight`; the module that owns the kind gives the status words and the webhook body. */
  @Column('text') readonly kind!: string;
  @Column('text') readonly status!: TaskStatus;
  /** Null for a task started without a token: a caller who has its id may read it. */
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly userId!: string | null;
  /** A keyed hash of the address of a caller who started it without a token; null for anything else. */
  @Column('text', { nullable: true }) readonly source!: string | null;
  @Column('uuid', { nullable: true }) readonly tokenId!: string | null;
  /** The validated request; Base64 inputs are kept as references to assets. Emptied when the task is deleted. */
  @Column('jsonb') readonly request!: Record<string, unknown>;
  /** Which adapter does the work: `local` or `upstream`. */
  @Column('text') readonly provider!: string;
  @Column('jsonb', { default: () => `'[]'` }) readonly outputs!: TaskOutput[];
  /** Facts about the result in the words of the kind, such as the title of a song. */
  @Column('jsonb', { default: () => `'{}'` }) readonly details!: Record<string, unknown>;
  @Column('text', { nullable: true }) readonly errorCode!: string | null;
  @Column('text', { nullable: true }) readonly errorMessage!: string | null;
  /** 0 to 100. */
  @Column('smallint', { default: 0 }) readonly progress!: number;
  /** Price in credits, known at submit; once it has succeeded, what it really cost, which is never more. */
  @Column('int') readonly credits!: number;
  /** How long its work was expected to take, as its caller was shown. */
  @Column('int') readonly estimatedSeconds!: number;
  /** What its provider thought, before recent tasks were looked at; null where that is not known. */
  @Column('int', { nullable: true }) readonly predictedSeconds!: number | null;
  /** The trace that the task belongs to, as a `traceparent`; null where nothing was traced. */
  @Column('text', { nullable: true }) readonly traceparent!: string | null;
  /** Receives every status change. */
  @Column('text', { nullable: true }) readonly callbackUrl!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { nullable: true }) readonly startedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) readonly finishedAt!: Date | null;
  /** Number of the run that works on it, or did last; null until the first begins. */
  @Column('int', { nullable: true }) readonly run!: number | null;
  /** For how long its outputs are kept after its end; null for ever. */
  @Column('int', { nullable: true }) readonly retentionHours!: number | null;
  /** Set with its end; null to keep it. */
  @Column('timestamptz', { nullable: true }) readonly expiresAt!: Date | null;
  /** An expired task has lost its files and all that its caller sent; its row still shows that it was there. */
  @Column('timestamptz', { nullable: true }) readonly expiredAt!: Date | null;
  /** A deleted task is not visible any more; the row stays for the accounts. */
  @Column('timestamptz', { nullable: true }) readonly deletedAt!: Date | null;
}

/** One status change. Rows are added, and go when their task expires. */
@Entity('task_events')
export class TaskEvent {
  @PrimaryColumn('uuid')
  @ForeignKey('tasks', { onDelete: 'CASCADE' })
  readonly taskId!: string;
  /** From 0 (created), without gaps. */
  @PrimaryColumn('int') readonly seq!: number;
  @Column('text') readonly status!: TaskStatus;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
