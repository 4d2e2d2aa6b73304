import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ADMIN_USAGE_GROUPS, type UsageGroup } from './usage.request.js';

/** Figures of the tasks that were accepted in the period. */
export class UsageTotalResponse {
  /** Tasks accepted. */
  @ApiProperty({ type: 'integer', example: 12 }) tasks!: number;

  /** Those of them that have succeeded. */
  @ApiProperty({ type: 'integer', example: 10 }) succeeded!: number;

  /** Those of them that failed, were canceled or expired; they cost nothing. */
  @ApiProperty({ type: 'integer', example: 1 }) failed!: number;

  /** Credits taken for them. */
  @ApiProperty({ type: 'integer', example: 220 }) credits!: number;

  /** Credits held for those that go on. */
  @ApiProperty({ type: 'integer', example: 22 }) held!: number;

  /** The sum of all. */
  static of(rows: readonly UsageTotalResponse[]): UsageTotalResponse {
    const total = { tasks: 0, succeeded: 0, failed: 0, credits: 0, held: 0 };
    for (const row of rows)
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += row[name];
    return total;
  }
}

/** Figures of one group; only what the usage is told apart by is there. */
export type UsageRow = UsageTotalResponse &
  Pick<UsageRowResponse, 'day' | 'kind' | 'provider'> & { userId?: string | null; tokenId?: string | null };

/** Usage of one group; only what `group_by` names is there. */
export class UsageRowResponse extends UsageTotalResponse {
  /** The user; null for callers without a token. For admins only. */
  @ApiPropertyOptional({ format: 'uuid', nullable: true }) user_id?: string | null;

  /** Day of acceptance, UTC. */
  @ApiPropertyOptional({ format: 'date', example: '2026-11-23' }) day?: string;

  /** Kind of the tasks. */
  @ApiPropertyOptional({ example: 'image-relight' }) kind?: string;

  /** Id of the token; null for tasks without one of the service. */
  @ApiPropertyOptional({ format: 'uuid', nullable: true }) token_id?: string | null;

  /** Who works, or worked, on the tasks. */
  @ApiPropertyOptional({ example: 'local' }) provider?: string;

  static from({ userId, day, kind, tokenId, provider, ...figures }: UsageRow): UsageRowResponse {
    return {
      ...(userId !== undefined && { user_id: userId }),
      ...(day !== undefined && { day }),
      ...(kind !== undefined && { kind }),
      ...(tokenId !== undefined && { token_id: tokenId }),
      ...(provider !== undefined && { provider }),
      ...figures,
    };
  }
}

/** What was used. A task counts for the day on which it was accepted, whenever it ends. */
export class UsageResponse {
  /** First day, UTC. */
  @ApiProperty({ format: 'date', example: '2026-10-25' }) from!: string;

  /** Last day, UTC. */
  @ApiProperty({ format: 'date', example: '2026-11-23' }) to!: string;

  /** What is told apart. */
  @ApiProperty({ enum: ADMIN_USAGE_GROUPS, isArray: true }) group_by!: UsageGroup[];

  /** Of all rows. */
  @ApiProperty() total!: UsageTotalResponse;

  /** A row for each group with tasks. */
  @ApiProperty({ type: [UsageRowResponse] }) usage!: UsageRowResponse[];
}
