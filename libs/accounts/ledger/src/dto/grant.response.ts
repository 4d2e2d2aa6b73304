import { ApiProperty } from '@nestjs/swagger';
import { type Grant, GRANT_CATEGORIES } from '../grants.repository.js';

/** Credits given to a user: `amount` is always the sum of `available`, `held`, `spent` and `expired`. */
export class GrantResponse {
  @ApiProperty({ description: 'Id of the grant.', format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'What they are given for.', enum: GRANT_CATEGORIES })
  category!: string;

  @ApiProperty({ description: 'A word on it.', example: 'Welcome' })
  note!: string;

  @ApiProperty({ description: 'Grants with a lower number are used first.', type: 'integer', example: 100 })
  priority!: number;

  @ApiProperty({ description: 'How many credits.', type: 'integer', example: 1000 })
  amount!: number;

  @ApiProperty({ description: 'What is left.', type: 'integer', example: 800 })
  available!: number;

  @ApiProperty({ description: 'Kept for tasks that have not ended.', type: 'integer', example: 80 })
  held!: number;

  @ApiProperty({ description: 'What tasks have cost.', type: 'integer', example: 120 })
  spent!: number;

  @ApiProperty({ description: 'What was left when it expired or was voided.', type: 'integer', example: 0 })
  expired!: number;

  @ApiProperty({ description: 'From when on it can be used.', format: 'date-time' })
  effective_at!: string;

  @ApiProperty({
    description: 'When what is left is taken back; null for never.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  expires_at!: string | null;

  @ApiProperty({
    description: 'When it was voided, if it was.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  voided_at!: string | null;

  @ApiProperty({ description: 'When it was given.', format: 'date-time' })
  created_at!: string;

  static from(grant: Grant): GrantResponse {
    const { id, category, note, priority, amount, available, held, spent, expired } = grant;
    return {
      ...{ id, category, note, priority, amount, available, held, spent, expired },
      effective_at: grant.effectiveAt.toISOString(),
      expires_at: grant.expiresAt?.toISOString() ?? null,
      voided_at: grant.voidedAt?.toISOString() ?? null,
      created_at: grant.createdAt.toISOString(),
    };
  }
}

/** One page of a user's grants, newest first. */
export class GrantListResponse {
  @ApiProperty({ description: 'The grants.', type: [GrantResponse] })
  grants!: GrantResponse[];

  @ApiProperty({
    description: 'Pass it as `cursor` for the next page; null on the last.',
    type: 'string',
    nullable: true,
  })
  next_cursor!: string | null;

  /** @param grants One more than `limit` when there is a next page. */
  static from(grants: readonly Grant[], limit: number): GrantListResponse {
    const page = grants.slice(0, limit);
    return {
      grants: page.map((grant) => GrantResponse.from(grant)),
      next_cursor: grants.length > page.length ? (page.at(-1)?.id ?? null) : null,
    };
  }
}
