import { ApiProperty } from '@nestjs/swagger';
import { cursorPage, responseOf } from '#libs/platform/http';
import { type Grant, GRANT_CATEGORIES } from '../grants.repository.js';

/** Credits granted to a user: `amount` is always the sum of `available`, `held`, `spent` and `expired`. */
export class GrantResponse {
  /** Id of the grant. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Category of the grant. */
  @ApiProperty({ enum: GRANT_CATEGORIES }) category!: string;

  /** A note for the user. */
  @ApiProperty({ example: 'Welcome' }) note!: string;

  /** Grants with a lower number are used first. */
  @ApiProperty({ type: 'integer', example: 100 }) priority!: number;

  /** Credits granted. */
  @ApiProperty({ type: 'integer', example: 1000 }) amount!: number;

  /** Credits left. */
  @ApiProperty({ type: 'integer', example: 800 }) available!: number;

  /** Credits held for tasks that have not ended. */
  @ApiProperty({ type: 'integer', example: 80 }) held!: number;

  /** Credits spent. */
  @ApiProperty({ type: 'integer', example: 120 }) spent!: number;

  /** Credits left when it expired or was voided. */
  @ApiProperty({ type: 'integer', example: 0 }) expired!: number;

  /** When it becomes usable. */
  @ApiProperty({ format: 'date-time' }) effective_at!: string;

  /** When what is left is taken back; null for never. */
  @ApiProperty({ format: 'date-time', nullable: true }) expires_at!: string | null;

  /** When it was voided, if it was. */
  @ApiProperty({ format: 'date-time', nullable: true }) voided_at!: string | null;

  /** When it was granted. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class GrantListResponse {
  /** The grants. */
  @ApiProperty({ type: [GrantResponse] }) grants!: GrantResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;

  /** @param grants One more than `limit` when there is a next page. */
  static from(grants: readonly Grant[], limit: number): GrantListResponse {
    const { rows, ...next } = cursorPage(grants, limit, ({ id }) => id);
    return { grants: rows.map((grant) => responseOf(GrantResponse, grant)), ...next };
  }
}
