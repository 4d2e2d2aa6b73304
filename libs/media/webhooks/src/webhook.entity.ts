import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { DeliveryStatus } from '#libs/media/work';

/** Whose secret: a user's id, or null for the installation. */
export type SecretOwner = string | null;
/** Signs webhooks of tasks that belong to no user. */
export const INSTALLATION: SecretOwner = null;

@Entity('webhook_secrets')
// A partial index, which the ORM cannot describe: one current secret per owner.
@Index('uq_webhook_secrets_user_id_current', { synchronize: false })
export class WebhookSecret {
  @PrimaryColumn('uuid') readonly id!: string;
  @Index('ix_webhook_secrets_user_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'CASCADE' })
  readonly userId!: SecretOwner;
  @Column('bytea') readonly secret!: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  /** Null for the current one; a replaced secret signs until then. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
}

/** A message to a receiver, usually a status change of a task. Its id is the `webhook-id` of every attempt. */
@Entity('webhook_deliveries')
@Unique('uq_webhook_deliveries_chain_id_seq', ['chainId', 'seq'])
// Partial indexes, which the ORM cannot describe: pending deliveries, for the sweep, those of endpoints, and failed ones.
@Index('ix_webhook_deliveries_pending', { synchronize: false })
@Index('ix_webhook_deliveries_endpoint_id', { synchronize: false })
@Index('ix_webhook_deliveries_endpoint_id_status', { synchronize: false })
@Index('ix_webhook_deliveries_failed', { synchronize: false })
export class WebhookDelivery {
  @PrimaryColumn('uuid') readonly id!: string;
  /** Deliveries of a chain are sent in order: all of a task to its callback address (chain id: the task's id), or to one endpoint. */
  @Column('uuid') readonly chainId!: string;
  /** Place in the chain: the sequence number of the task's event. */
  @Column('int') readonly seq!: number;
  /** Null if it is about an endpoint itself. */
  @Index('ix_webhook_deliveries_task_id')
  @Column('uuid', { nullable: true })
  @ForeignKey('tasks', { onDelete: 'CASCADE' })
  readonly taskId!: string | null;
  /** Null for the task's callback address. */
  @Column('uuid', { nullable: true })
  @ForeignKey('webhook_endpoints', { onDelete: 'CASCADE' })
  readonly endpointId!: string | null;
  /** Type of the message to an endpoint, such as `task.succeeded`; null for a callback address. */
  @Column('text', { nullable: true }) readonly type!: string | null;
  /** Whose secret signs: the installation's for a task started without a token. An endpoint has its own secret. */
  @Column('uuid', { nullable: true }) readonly userId!: SecretOwner;
  /** The address at the time of writing; an endpoint is called at its current one. */
  @Column('text') readonly url!: string;
  /** The exact bytes that every attempt sends. */
  @Column('text') readonly body!: string;
  @Column('text') status!: DeliveryStatus;
  @Column('int', { default: 0 }) attemptCount!: number;
  @Column('timestamptz', { nullable: true }) nextAttemptAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}

@Entity('webhook_attempts')
// A partial index, which the ORM cannot describe.
@Index('ix_webhook_attempts_endpoint_id', { synchronize: false })
export class WebhookAttempt {
  @PrimaryColumn('uuid') readonly id!: string;
  @Index('ix_webhook_attempts_delivery_id')
  @Column('uuid')
  @ForeignKey('webhook_deliveries', { onDelete: 'CASCADE' })
  readonly deliveryId!: string;
  /** The endpoint of the delivery, for the success rate. */
  @Column('uuid', { nullable: true }) readonly endpointId!: string | null;
  @Column('timestamptz') readonly startedAt!: Date;
  @Column('int') readonly durationMs!: number;
  /** Null when no answer came. */
  @Column('int', { nullable: true }) readonly responseStatus!: number | null;
  /** First kilobyte of the answer. */
  @Column('text', { nullable: true }) readonly responseText!: string | null;
  /** Why no answer came, or why it does not count. */
  @Column('text', { nullable: true }) readonly error!: string | null;
}
