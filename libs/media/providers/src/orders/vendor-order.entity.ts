import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * State of an order:
 *
 * - `waiting` nothing is in progress, and the vendor has certainly done nothing so far;
 * - `intended` a call is or may have been made: its outcome is unknown until it is recorded;
 * - `submitted` the vendor works on it, under `vendorId` unless it answers with a stream;
 * - `ended` its `outcome` is known, or never will be.
 */
export const ORDER_STATES = ['waiting', 'intended', 'submitted', 'ended'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * Outcome of an order:
 *
 * - `succeeded`, `failed` as the vendor reported;
 * - `not_taken` the vendor certainly does not work on it, so it may be ordered again, here or elsewhere;
 * - `unknown` it cannot be found out, and the vendor is no longer asked.
 */
export const ORDER_OUTCOMES = ['succeeded', 'failed', 'not_taken', 'unknown'] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

/** What one task ordered from one vendor: a row for each attempt, committed before it is sent. */
@Entity('vendor_orders')
@Check('ck_vendor_orders_outcome', "(state = 'ended') = (outcome is not null)")
@Check('ck_vendor_orders_credits', 'credits >= 0')
@Index('ix_vendor_orders_next_check_at', { synchronize: false })
@Index('ix_vendor_orders_vendor_id', { synchronize: false })
@Index('uq_vendor_orders_reference', ['reference'], { unique: true })
export class VendorOrder {
  @PrimaryColumn('uuid')
  @ForeignKey('tasks', { onDelete: 'CASCADE' })
  readonly taskId!: string;
  /** From 1. Another attempt begins only when the last one was `not_taken`. */
  @PrimaryColumn('int') readonly attempt!: number;
  /** Name of the vendor, as in `tasks.provider`. */
  @Column('text') readonly vendor!: string;
  @Column('text') readonly kind!: string;
  /** Our key for the order, the same in every try: a vendor that keeps keys answers a repeated submission with the first one. */
  @Column('uuid') readonly reference!: string;
  /** Name of the vendor key it is sent with; null before that. */
  @Column('text', { nullable: true }) readonly vendorKey!: string | null;
  @Column('text') readonly state!: OrderState;
  /** The vendor's id for it; never shown to callers. */
  @Column('text', { nullable: true }) readonly vendorId!: string | null;
  @Column('text', { nullable: true }) readonly outcome!: OrderOutcome | null;
  /** `billed` in whole credits, rounded up; older programs read and write only this column. */
  @Column('int', { nullable: true }) readonly credits!: number | null;
  /** What the vendor bills for it, as a decimal; null while unknown. */
  @Column('numeric', { precision: 16, scale: 6, nullable: true }) readonly billed!: string | null;
  /** Calls in a row that failed for no stated reason. */
  @Column('int', { default: 0 }) readonly failures!: number;
  /** What the vendor answered to the last failed call, fit for callers; null when the last call succeeded. */
  @Column('text', { nullable: true }) readonly lastAnswer!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  /** When the result must be there; all attempts share it. */
  @Column('timestamptz') readonly deadlineAt!: Date;
  /** When it was last sent. */
  @Column('timestamptz', { nullable: true }) readonly orderedAt!: Date | null;
  /** When the vendor accepted it. */
  @Column('timestamptz', { nullable: true }) readonly submittedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) readonly endedAt!: Date | null;
  /** How often the vendor reported its state. */
  @Column('int', { default: 0 }) readonly polls!: number;
  @Column('timestamptz', { nullable: true }) readonly firstPollAt!: Date | null;
  @Column('timestamptz', { nullable: true }) readonly lastPollAt!: Date | null;
  /** When it is looked at again if no job of its task does that; null once it has ended. */
  @Column('timestamptz', { nullable: true }) readonly nextCheckAt!: Date | null;
}

export function billedCredits({ billed, credits }: VendorOrder): number | null {
  return billed === null ? credits : Number(billed);
}
