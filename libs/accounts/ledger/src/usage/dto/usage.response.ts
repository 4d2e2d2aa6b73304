import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ADMIN_USAGE_GROUPS, type UsageGroup } from './usage.request.js';

/** Figures of the tasks accepted in the period. */
export class UsageTotalResponse {
  /** Tasks accepted. */
  @ApiProperty({ type: 'integer', example: 12 }) tasks!: number;

  /** Tasks that succeeded. */
  @ApiProperty({ type: 'integer', example: 10 }) succeeded!: number;

  /** Tasks that failed, were canceled or expired; they cost nothing. */
  @ApiProperty({ type: 'integer', example: 1 }) failed!: number;

  /** Credits charged for them. */
  @ApiProperty({ type: 'integer', example: 220 }) credits!: number;

  /** Credits held for tasks that have not ended. */
  @ApiProperty({ type: 'integer', example: 22 }) held!: number;

  static of(rows: readonly UsageTotalResponse[]): UsageTotalResponse {
    const total = { tasks: 0, succeeded: 0, failed: 0, credits: 0, held: 0 };
    for (const row of rows)
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += row[name];
    return total;
  }
}

/** Figures of one group; only the fields it is grouped by are present. */
export type UsageRow = UsageTotalResponse &
  Pick<UsageRowResponse, 'day' | 'kind' | 'provider'> & { userId?: string | null; tokenId?: string | null };

/** Usage of one group; only the fields in `group_by` are present. */
export class UsageRowResponse extends UsageTotalResponse {
  /** The user; null for callers without a token. For admins only. */
  @ApiPropertyOptional({ format: 'uuid', nullable: true }) user_id?: string | null;

  /** Name of the user; null for callers without a token. */
  @ApiPropertyOptional({ type: String, nullable: true, example: 'Ada' }) user_name?: string | null;

  /** Day of acceptance, UTC. */
  @ApiPropertyOptional({ format: 'date', example: '2026-11-23' }) day?: string;

  /** Kind of the tasks. */
  @ApiPropertyOptional({ example: 'image-relight' }) kind?: string;

  /** Id of the token; null for tasks without one of this service. */
  @ApiPropertyOptional({ format: 'uuid', nullable: true }) token_id?: string | null;

  /** Name of the token; null once it is deleted. */
  @ApiPropertyOptional({ type: String, nullable: true, example: 'CI' }) token_name?: string | null;

  /** The provider of the tasks. */
  @ApiPropertyOptional({ example: 'local' }) provider?: string;
}

/** Usage by group. A task counts for the day on which it was accepted, whenever it ends. */
export class UsageResponse {
  /** First day, UTC. */
  @ApiProperty({ format: 'date', example: '2026-10-25' }) from!: string;

  /** Last day, UTC. */
  @ApiProperty({ format: 'date', example: '2026-11-23' }) to!: string;

  /** The fields that rows are grouped by. */
  @ApiProperty({ enum: ADMIN_USAGE_GROUPS, isArray: true }) group_by!: UsageGroup[];

  /** The total of all rows. */
  @ApiProperty() total!: UsageTotalResponse;

  /** A row for each group with tasks. */
  @ApiProperty({ type: [UsageRowResponse] }) usage!: UsageRowResponse[];
}
