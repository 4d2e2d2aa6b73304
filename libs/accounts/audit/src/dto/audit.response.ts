import { ApiProperty } from '@nestjs/swagger';
import type { AuditEntry } from '../audit-entry.entity.js';

/** One act. */
export class AuditEntryResponse {
  @ApiProperty({ description: 'Id of the entry.', format: 'uuid' })
  id!: string;

  @ApiProperty({
    description: 'Who did it; null once that user is gone.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  actor_id!: string | null;

  @ApiProperty({
    description: 'Name of who did it; null once that user is gone.',
    type: 'string',
    nullable: true,
    example: 'Ada',
  })
  actor_name!: string | null;

  @ApiProperty({
    description: 'Id of the token or session that did it; null for a token of an issuer, and in old entries.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  token_id!: string | null;

  @ApiProperty({ description: 'What was done.', example: 'node.ban' })
  action!: string;

  @ApiProperty({ description: 'What kind of thing it was done to.', example: 'node' })
  target_kind!: string;

  @ApiProperty({ description: 'Id of that thing.', example: 'my-node' })
  target_id!: string;

  @ApiProperty({
    description: 'Name of the user to whom it was done; null for other things, whose id says enough.',
    type: 'string',
    nullable: true,
    example: null,
  })
  target_name!: string | null;

  @ApiProperty({ description: 'Why.', example: 'malware' })
  reason!: string;

  @ApiProperty({
    description: 'The fields that changed, before.',
    type: 'object',
    additionalProperties: true,
    nullable: true,
  })
  before!: Record<string, unknown> | null;

  @ApiProperty({
    description: 'The same fields, after.',
    type: 'object',
    additionalProperties: true,
    nullable: true,
  })
  after!: Record<string, unknown> | null;

  @ApiProperty({ description: 'When.', format: 'date-time' })
  created_at!: string;

  /** @param names Names of users by id. */
  static from(entry: AuditEntry, names: ReadonlyMap<string, string>): AuditEntryResponse {
    return {
      id: entry.id,
      actor_id: entry.actorId,
      actor_name: names.get(entry.actorId ?? '') ?? null,
      token_id: entry.tokenId,
      action: entry.action,
      target_kind: entry.targetKind,
      target_id: entry.targetId,
      target_name: entry.targetKind === 'user' ? (names.get(entry.targetId) ?? null) : null,
      reason: entry.reason,
      before: entry.before,
      after: entry.after,
      created_at: entry.createdAt.toISOString(),
    };
  }
}

/** One page of the audit log, newest first. */
export class AuditListResponse {
  @ApiProperty({ description: 'The entries.', type: [AuditEntryResponse] })
  entries!: AuditEntryResponse[];

  @ApiProperty({
    description: 'Pass it as `cursor` for the next page; null on the last.',
    type: 'string',
    nullable: true,
  })
  next_cursor!: string | null;
}

/** What can be looked for in the audit log. */
export class AuditActionsResponse {
  @ApiProperty({
    description: 'Every action that there are entries of, in order.',
    type: 'array',
    items: { type: 'string' },
    example: ['node.ban', 'user.create'],
  })
  actions!: string[];
}
