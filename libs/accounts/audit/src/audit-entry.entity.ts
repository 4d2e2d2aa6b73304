import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export const AUDIT_TARGET_KINDS = [
  'publisher',
  'node',
  'node_version',
  'advisory',
  'user',
  'queue',
  'vendor',
  'task',
  'scan_rule',
  'rescan',
  'bulk_act',
  'storage',
] as const;
export type AuditTargetKind = (typeof AUDIT_TARGET_KINDS)[number];

/** Who did what to which target, and why. Append-only; the name and address of a deleted user are removed. */
@Entity('audit_entries')
@Index('ix_audit_entries_target_id', ['targetId', 'id'])
@Index('ix_audit_entries_target_kind', ['targetKind', 'id'])
@Index('ix_audit_entries_actor_id', ['actorId', 'id'])
@Index('ix_audit_entries_token_id', ['tokenId', 'id'], { where: 'token_id is not null' })
@Index('ix_audit_entries_action', ['action', 'id'])
export class AuditEntry {
  /** UUIDv7 made by the application, so ids sort by time. */
  @PrimaryColumn('uuid') readonly id!: string;
  /** Null once the user is deleted. */
  @Column('uuid', { nullable: true }) @ForeignKey('users', { onDelete: 'SET NULL' }) readonly actorId!:
    string | null;
  /** The token of the request; null for a JWT, and in entries older than this column. */
  @Column('uuid', { nullable: true }) readonly tokenId!: string | null;
  /** Such as `node.ban`. */
  @Column('text') readonly action!: string;
  @Column('text') readonly targetKind!: AuditTargetKind;
  @Column('text') readonly targetId!: string;
  @Column('text') readonly reason!: string;
  /** The changed fields before the act. */
  @Column('jsonb', { nullable: true }) readonly before!: Record<string, unknown> | null;
  /** The same fields after it. */
  @Column('jsonb', { nullable: true }) readonly after!: Record<string, unknown> | null;
  /** The time of the id, so that filters by time go by the id. */
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
}
