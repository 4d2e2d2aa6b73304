import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { TaskStatus } from './task-status.js';

export type TaskOutput = {
  /** The role of the file in its kind, such as `image`, `video`, `cover`. */
  role: string;
  assetId: string;
};

/** A media job: its request, its state and its results. Its status changes through `TasksService` only. */
@Entity('tasks')
@Index('ix_tasks_user_id_id', ['userId', 'id'])
@Index('ix_tasks_user_id_kind_id', ['userId', 'kind', 'id'])
// A partial index, which the ORM cannot describe.
@Index('ix_tasks_waiting', { synchronize: false })
@Index('ix_tasks_rare_status', { synchronize: false })
@Index('ix_tasks_uncertain', { synchronize: false })
@Index('ix_tasks_expires_at', { synchronize: false })
// Of another method, which the ORM cannot describe.
@Index('ix_tasks_facts', { synchronize: false })
@Index('ix_tasks_error_code_id', { synchronize: false })
export class Task {
  /** UUIDv7 made by the application, never an upstream's. */
  @PrimaryColumn('uuid') readonly id!: string;
  /** Such as `image-relight`; the module that owns the kind names its statuses and builds its webhook body. */
  @Column('text') readonly kind!: string;
  @Column('text') readonly status!: TaskStatus;
  /** Null for a task started without a token: any caller that has its id may read it. */
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly userId!: string | null;
  /** A keyed hash of the caller's address, for a task started without a token; otherwise null. */
  @Column('text', { nullable: true }) readonly source!: string | null;
  @Column('uuid', { nullable: true }) readonly tokenId!: string | null;
  /** The validated request; Base64 inputs are kept as references to assets. Emptied when the task is deleted. */
  @Column('jsonb') readonly request!: Record<string, unknown>;
  /** Which adapter does the work: `local` or `upstream`. */
  @Column('text') readonly provider!: string;
  @Column('jsonb', { default: () => `'[]'` }) readonly outputs!: TaskOutput[];
  /** Facts about the result, as its kind names them, such as the title of a song. */
  @Column('jsonb', { default: () => `'{}'` }) readonly details!: Record<string, unknown>;
  @Column('text', { nullable: true }) readonly errorCode!: string | null;
  @Column('text', { nullable: true }) readonly errorMessage!: string | null;
  /** 0 to 100. */
  @Column('smallint', { default: 0 }) readonly progress!: number;
  /** Price in credits, known at submit; once it has succeeded, what it really cost, which is never more. */
  @Column('int') readonly credits!: number;
  /** How long its work was expected to take, as shown to its caller. */
  @Column('int') readonly estimatedSeconds!: number;
  /** The provider's prediction, before correction by recent tasks; null when unknown. */
  @Column('int', { nullable: true }) readonly predictedSeconds!: number | null;
  /** The trace of the task, as a `traceparent`; null if nothing was traced. */
  @Column('text', { nullable: true }) readonly traceparent!: string | null;
  /** Receives every status change. */
  @Column('text', { nullable: true }) readonly callbackUrl!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { nullable: true }) readonly startedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) readonly finishedAt!: Date | null;
  /** Number of the present or last run; null before the first. */
  @Column('int', { nullable: true }) readonly run!: number | null;
  /** How long its outputs are kept after its end; null for ever. */
  @Column('int', { nullable: true }) readonly retentionHours!: number | null;
  /** Set when it ends; null to keep it. */
  @Column('timestamptz', { nullable: true }) readonly expiresAt!: Date | null;
  /** An expired task has lost its files and its request; its row still shows that it existed. */
  @Column('timestamptz', { nullable: true }) readonly expiredAt!: Date | null;
  /** A deleted task is no longer visible; the row stays for the accounts. */
  @Column('timestamptz', { nullable: true }) readonly deletedAt!: Date | null;
}

/** One status change. Rows are only added, and removed when their task expires. */
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

/** Where a stored request names the fields that its caller sent; it is not shown. */
export const SENT_FIELDS = 'sent_fields';

/** Where it keeps the name of the model by which the caller asked, if that was a vendor's own; it is not shown. */
export const VENDOR_MODEL = 'vendor_model';

/** Where it names the only vendor that may do it, as an admin tries that one; it is not shown. */
export const TRIED_VENDOR = 'tried_vendor';

/** Where it keeps in which form its callback address is told, if that is another API's; it is not shown. */
export const CALLBACK_FORM = 'callback_form';

const HIDDEN: ReadonlySet<string> = new Set([SENT_FIELDS, VENDOR_MODEL, TRIED_VENDOR, CALLBACK_FORM]);

/** The request as it was understood: with defaults, as callers see it. */
export function understoodRequest({ request }: Pick<Task, 'request'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !HIDDEN.has(name)));
}

/** The stored request, typed as its kind stored it; for the module that owns the kind. */
export function requestOf<Request extends object>(task: Task): Request {
  return task.request as unknown as Request;
}

/** The model that its caller asked for; null for kinds without models, and for expired tasks. */
export function modelOf({ request }: Pick<Task, 'request'>): string | null {
  const model = request[VENDOR_MODEL] ?? request.model;
  return typeof model === 'string' ? model : null;
}

/** What the task costs now: its price, or nothing once it has failed or was canceled. */
export function chargedCredits({ status, credits }: Pick<Task, 'status' | 'credits'>): number {
  return status === 'failed' || status === 'canceled' ? 0 : credits;
}
