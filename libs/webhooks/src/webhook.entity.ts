import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** Whose secret: a user, by id, or the installation. */
export type SecretOwner = string | null;
/** The installation itself, whose secret signs what belongs to no user. */
export const INSTALLATION: SecretOwner = null;

/** A secret that webhooks are signed with. */
@Entity('webhook_secrets')
// Partial, which the ORM cannot describe: one secret per owner is the current one.
@Index('uq_webhook_secrets_user_id_current', { synchronize: false })
export class WebhookSecret {
  @PrimaryColumn('uuid') readonly id!: string;
  /** Null for the installation's own. */
  @Index('ix_webhook_secrets_user_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'CASCADE' })
  readonly userId!: SecretOwner;
  @Column('bytea') readonly secret!: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  /** Null for the current one; a replaced secret signs along until then. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
}

/** The status of a delivery: waiting for its (next) attempt, received, or given up. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
/** One of `DELIVERY_STATUSES`. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One status change of a task, to be sent to its callback address. Its id is the `webhook-id` of every attempt. */
@Entity('webhook_deliveries')
@Unique('uq_webhook_deliveries_task_id_seq', ['taskId', 'seq'])
// Partial, which the ORM cannot describe: those that wait, for the sweep.
@Index('ix_webhook_deliveries_pending', { synchronize: false })
export class WebhookDelivery {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid') @ForeignKey('tasks', { onDelete: 'CASCADE' }) readonly taskId!: string;
  /** Number of the task's event: deliveries of a task go out in this order. */
  @Column('int') readonly seq!: number;
  /** Whose secret signs: the installation's for a task started without a token. */
  @Column('uuid', { nullable: true }) readonly userId!: SecretOwner;
  @Column('text') readonly url!: string;
  /** The exact bytes of every attempt. */
  @Column('text') readonly body!: string;
  @Column('text') status!: DeliveryStatus;
  @Column('int', { default: 0 }) attemptCount!: number;
  /** Null unless pending. */
  @Column('timestamptz', { nullable: true }) nextAttemptAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}

/** One attempt to deliver. */
@Entity('webhook_attempts')
export class WebhookAttempt {
  @PrimaryColumn('uuid') readonly id!: string;
  @Index('ix_webhook_attempts_delivery_id')
  @Column('uuid')
  @ForeignKey('webhook_deliveries', { onDelete: 'CASCADE' })
  readonly deliveryId!: string;
  @Column('timestamptz') readonly startedAt!: Date;
  @Column('int') readonly durationMs!: number;
  /** Null when no answer came. */
  @Column('int', { nullable: true }) readonly responseStatus!: number | null;
  /** First kilobyte of the answer. */
  @Column('text', { nullable: true }) readonly responseText!: string | null;
  /** Why no answer came. */
  @Column('text', { nullable: true }) readonly error!: string | null;
}
