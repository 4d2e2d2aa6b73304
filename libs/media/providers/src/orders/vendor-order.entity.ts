import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * How far an order is:
 *
 * - `waiting` nothing is under way, and the vendor certainly did nothing so far;
 * - `intended` a call is or may have been under way: its outcome is unknown until it is written down;
 * - `submitted` the vendor works on it, under `vendorId` unless it answers with a stream;
 * - `ended` its `outcome` is known, or will never be.
 */
export const ORDER_STATES = ['waiting', 'intended', 'submitted', 'ended'] as const;
/** One of `ORDER_STATES`. */
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * What became of an order:
 *
 * - `succeeded`, `failed` as the vendor said;
 * - `not_taken` the vendor certainly does not work on it, so that it may be ordered again, here or elsewhere;
 * - `unknown` nobody can tell, and nobody asks any more.
 */
export const ORDER_OUTCOMES = ['succeeded', 'failed', 'not_taken', 'unknown'] as const;
/** One of `ORDER_OUTCOMES`. */
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

/** What one task asked of one vendor: a row for each attempt, committed before it is sent. */
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
  /** From 1. Another attempt begins only when the one before was `not_taken`. */
  @PrimaryColumn('int') readonly attempt!: number;
  /** Name of the vendor, as in `tasks.provider`. */
  @Column('text') readonly vendor!: string;
  /** Of the task. */
  @Column('text') readonly kind!: string;
  /** Our key of the order, the same in every try: vendors that keep keys answer a repeated submission with the first one. */
  @Column('uuid') readonly reference!: string;
  /** Name of the vendor's key that it is sent with; null before that. */
  @Column('text', { nullable: true }) readonly vendorKey!: string | null;
  @Column('text') readonly state!: OrderState;
  /** The vendor's name for it; never shown to callers. */
  @Column('text', { nullable: true }) readonly vendorId!: string | null;
  /** Null until it has ended. */
  @Column('text', { nullable: true }) readonly outcome!: OrderOutcome | null;
  /** `billed` in whole credits, rounded up: all that older programs have written, and read. */
  @Column('int', { nullable: true }) readonly credits!: number | null;
  /** What the vendor bills for it, as a decimal; null while that is not known. */
  @Column('numeric', { precision: 16, scale: 6, nullable: true }) readonly billed!: string | null;
  /** Calls in a row that failed for no stated reason. */
  @Column('int', { default: 0 }) readonly failures!: number;
  /** What the vendor answered to the call that failed last, fit for callers; null when the last call went well. */
  @Column('text', { nullable: true }) readonly lastAnswer!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  /** Until when there must be a result; all attempts share it. */
  @Column('timestamptz') readonly deadlineAt!: Date;
  /** When it was sent last. */
  @Column('timestamptz', { nullable: true }) readonly orderedAt!: Date | null;
  /** When the vendor took it. */
  @Column('timestamptz', { nullable: true }) readonly submittedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) readonly endedAt!: Date | null;
  /** How often the vendor said how far it is. */
  @Column('int', { default: 0 }) readonly polls!: number;
  @Column('timestamptz', { nullable: true }) readonly firstPollAt!: Date | null;
  @Column('timestamptz', { nullable: true }) readonly lastPollAt!: Date | null;
  /** When it is looked at again where no job of its task does that; null once it has ended. */
  @Column('timestamptz', { nullable: true }) readonly nextCheckAt!: Date | null;
}

/** What the vendor bills for an order; null while that is not known. */
export function billedCredits({ billed, credits }: VendorOrder): number | null {
  return billed === null ? credits : Number(billed);
}
