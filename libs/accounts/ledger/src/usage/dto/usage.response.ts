import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ADMIN_USAGE_GROUPS,
  type UsageFigures,
  type UsageGroup,
  type UsageRow,
} from '../usage.repository.js';

/** Figures of the tasks that were accepted in the period. */
export class UsageTotalResponse {
  @ApiProperty({ description: 'Tasks accepted.', type: 'integer', example: 12 })
  tasks!: number;

  @ApiProperty({ description: 'Those of them that have succeeded.', type: 'integer', example: 10 })
  succeeded!: number;

  @ApiProperty({
    description: 'Those of them that failed, were canceled or expired; they cost nothing.',
    type: 'integer',
    example: 1,
  })
  failed!: number;

  @ApiProperty({ description: 'Credits taken for them.', type: 'integer', example: 220 })
  credits!: number;

  @ApiProperty({ description: 'Credits held for those that go on.', type: 'integer', example: 22 })
  held!: number;

  /** The sum of all. */
  static of(rows: readonly UsageFigures[]): UsageTotalResponse {
    const total = { tasks: 0, succeeded: 0, failed: 0, credits: 0, held: 0 };
    for (const row of rows)
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += row[name];
    return total;
  }
}

/** Usage of one group; only what `group_by` names is there. */
export class UsageRowResponse extends UsageTotalResponse {
  @ApiPropertyOptional({
    description: 'The user; null for callers without a token. For admins only.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  user_id?: string | null;

  @ApiPropertyOptional({ description: 'Day of acceptance, UTC.', format: 'date', example: '2026-11-23' })
  day?: string;

  @ApiPropertyOptional({ description: 'Kind of the tasks.', example: 'image-relight' })
  kind?: string;

  @ApiPropertyOptional({
    description: 'Id of the token; null for tasks without one of the service.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  token_id?: string | null;

  @ApiPropertyOptional({ description: 'Who works, or worked, on the tasks.', example: 'local' })
  provider?: string;

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
  @ApiProperty({ description: 'First day, UTC.', format: 'date', example: '2026-10-25' })
  from!: string;

  @ApiProperty({ description: 'Last day, UTC.', format: 'date', example: '2026-11-23' })
  to!: string;

  @ApiProperty({ description: 'What is told apart.', enum: ADMIN_USAGE_GROUPS, isArray: true })
  group_by!: UsageGroup[];

  @ApiProperty({ description: 'Of all rows.' })
  total!: UsageTotalResponse;

  @ApiProperty({ description: 'A row for each group with tasks.', type: [UsageRowResponse] })
  usage!: UsageRowResponse[];
}
