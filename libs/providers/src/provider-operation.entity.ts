import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * How far a submission to a vendor is:
 *
 * - `waiting` nothing is under way, and the vendor certainly did nothing so far;
 * - `intended` a call is or may have been under way: its outcome is unknown until it is written down;
 * - `submitted` the vendor works on it under `vendorId`.
 */
export type OperationState = 'waiting' | 'intended' | 'submitted';

/** What one task submitted to a vendor. The row is committed before that is sent. */
@Entity('provider_operations')
export class ProviderOperation {
  @PrimaryColumn('uuid')
  @ForeignKey('tasks', { onDelete: 'CASCADE' })
  readonly taskId!: string;
  @Column('text') readonly state!: OperationState;
  /** The same in every try, for vendors that then answer a repeated submission with the first one. */
  @Column('uuid') readonly idempotencyKey!: string;
  /** The vendor's name for it; never shown to callers. */
  @Column('text', { nullable: true }) readonly vendorId!: string | null;
  /** Calls in a row that failed for no stated reason. */
  @Column('int', { default: 0 }) readonly failures!: number;
  /** What the vendor answered to the call that failed last, fit for callers; null when the last call went well. */
  @Column('text', { nullable: true }) readonly lastAnswer!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { nullable: true }) readonly submittedAt!: Date | null;
}
