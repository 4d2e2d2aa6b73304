import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Why an endpoint is off: its owner disabled it, it failed for days, or its receiver answered 410. */
export const DISABLED_REASONS = ['by_owner', 'failing', 'gone'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** An address that is called about a user's tasks, in addition to their callback addresses, and about the user's notices. */
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
  /** Kinds of tasks to send events for; empty for all. */
  @Column('text', { array: true, default: () => `'{}'` }) readonly kinds!: string[];
  /** Statuses to send events for; empty for all. */
  @Column('text', { array: true, default: () => `'{}'` }) readonly statuses!: string[];
  /** Whether it is also told of decisions on the user's packages and reports. */
  @Column('boolean', { default: false }) readonly notices!: boolean;
  @Column('bytea') readonly secret!: Buffer;
  /** Also signs until `previousSecretUntil`. */
  @Column('bytea', { nullable: true }) readonly previousSecret!: Buffer | null;
  @Column('timestamptz', { nullable: true }) readonly previousSecretUntil!: Date | null;
  /** Since when every attempt has failed; null when the last one was received. */
  @Column('timestamptz', { nullable: true }) readonly failingSince!: Date | null;
  @Column('timestamptz', { nullable: true }) readonly lastFailureAt!: Date | null;
  @Column('timestamptz', { nullable: true }) readonly disabledAt!: Date | null;
  @Column('text', { nullable: true }) readonly disabledReason!: DisabledReason | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
