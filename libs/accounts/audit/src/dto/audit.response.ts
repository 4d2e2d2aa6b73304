import { ApiProperty } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import type { AuditEntry } from '../audit-entry.entity.js';
import type { TargetNames } from '../audit-log.js';

export class AuditEntryResponse {
  /** Id of the entry. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Id of the user who did it; null if deleted. */
  @ApiProperty({ format: 'uuid', nullable: true }) actor_id!: string | null;

  /** Name of the user who did it; null if deleted. */
  @ApiProperty({ nullable: true, example: 'Ada' }) actor_name!: string | null;

  /** Id of the token or session used; null for a token of an issuer, and in old entries. */
  @ApiProperty({ format: 'uuid', nullable: true }) token_id!: string | null;

  /** What was done. */
  @ApiProperty({ example: 'node.ban' }) action!: string;

  /** Kind of the target. */
  @ApiProperty({ example: 'node' }) target_kind!: string;

  /** Id of the target. */
  @ApiProperty({ example: 'my-node' }) target_id!: string;

  /** Name of a target user, publisher or node; null for other targets, and for what is gone. */
  @ApiProperty({ nullable: true, example: 'My node' }) target_name!: string | null;

  /** Why. */
  @ApiProperty({ example: 'malware' }) reason!: string;

  /** The changed fields before the act. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  before!: Record<string, unknown> | null;

  /** The same fields after it. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  after!: Record<string, unknown> | null;

  /** When. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from(entry: AuditEntry, names: TargetNames): AuditEntryResponse {
    return responseOf(AuditEntryResponse, entry, {
      actor_name: names.get('user')?.get(entry.actorId ?? '') ?? null,
      target_name: names.get(entry.targetKind)?.get(entry.targetId) ?? null,
    });
  }
}

export class AuditListResponse {
  /** The entries. */
  @ApiProperty({ type: [AuditEntryResponse] }) entries!: AuditEntryResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;
}

export class AuditActionsResponse {
  /** Every action that has entries, sorted. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, example: ['node.ban', 'user.create'] })
  actions!: string[];
}
