import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { NodeAct } from '../node-moderation.js';

export const BULK_NODES_MAX = 1_000;

/** One act of an admin on many nodes. */
@Entity('bulk_acts')
export class BulkAct {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') readonly act!: NodeAct;
  @Column('text') readonly reason!: string;
  @Index('ix_bulk_acts_requested_by')
  @Column('uuid', { nullable: true })
  @ForeignKey('users', { onDelete: 'SET NULL' })
  readonly requestedBy!: string | null;
  /** The token of the request, for the audit log. */
  @Column('uuid', { nullable: true }) readonly tokenId!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly startedAt!: Date;
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
}

/** A node of a bulk act. */
@Entity('bulk_act_nodes')
export class BulkActNode {
  @PrimaryColumn('uuid')
  @ForeignKey('bulk_acts', { onDelete: 'CASCADE' })
  readonly bulkActId!: string;
  @PrimaryColumn('text') readonly nodeId!: string;
  @Column('boolean', { default: false }) isSettled!: boolean;
  /** Why the act was not done; null when it was, or is still to be. */
  @Column('text', { nullable: true }) problem!: string | null;
}
