import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Why an endpoint is off: its owner said so, it failed for days, or its receiver answered 410. */
export const DISABLED_REASONS = ['by_owner', 'failing', 'gone'] as const;
/** One of `DISABLED_REASONS`. */
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** An address that hears of a user's tasks, whatever callback address they have. */
@Entity('webhook_endpoints')
@Check('ck_webhook_endpoints_disabled_at', '(disabled_at is null) = (disabled_reason is null)')
export class WebhookEndpoint {
  @PrimaryColumn('uuid') readonly id!: string;
  @Index('ix_webhook_endpoints_user_id')
  @Column('uuid')
  @ForeignKey('users', { onDelete: 'CASCADE' })
  readonly userId!: string;
  @Column('text') readonly url!: string;
  @Column('text', { default: '' }) readonly description!: string;
  /** Kinds of tasks that it hears of; empty for all. */
  @Column('text', { array: true, default: () => `'{}'` }) readonly kinds!: string[];
  /** Statuses that it hears of; empty for all. */
  @Column('text', { array: true, default: () => `'{}'` }) readonly statuses!: string[];
  @Column('bytea') readonly secret!: Buffer;
  /** Signs along until `previousSecretUntil`. */
  @Column('bytea', { nullable: true }) readonly previousSecret!: Buffer | null;
  @Column('timestamptz', { nullable: true }) readonly previousSecretUntil!: Date | null;
  /** Since when every attempt has failed; null when the last one did not. */
  @Column('timestamptz', { nullable: true }) readonly failingSince!: Date | null;
  @Column('timestamptz', { nullable: true }) readonly lastFailureAt!: Date | null;
  @Column('timestamptz', { nullable: true }) readonly disabledAt!: Date | null;
  @Column('text', { nullable: true }) readonly disabledReason!: DisabledReason | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
