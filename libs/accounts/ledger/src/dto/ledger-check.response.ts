import { ApiProperty } from '@nestjs/swagger';
import type { LedgerDifference } from '../book-sums.js';

/** What was held against the entries of the book, and where it differs. */
export class LedgerCheckResponse {
  @ApiProperty({
    description: 'What was checked.',
    enum: ['holds', 'grants', 'limits', 'resolutions'],
  })
  name!: string;

  @ApiProperty({
    description: 'Rows that differ from the entries that they are derived from.',
    type: 'integer',
    example: 0,
  })
  differences!: number;

  @ApiProperty({ description: 'By how many credits, all together.', type: 'integer', example: 0 })
  credits!: number;
}

/** The outcome of a check. */
export class LedgerChecksResponse {
  @ApiProperty({ description: 'Whether nothing differs.', example: true })
  balanced!: boolean;

  @ApiProperty({ description: 'Each of the checks.', type: [LedgerCheckResponse] })
  checks!: LedgerCheckResponse[];

  static from(checks: readonly LedgerDifference[]): LedgerChecksResponse {
    return {
      balanced: checks.every(({ differences }) => differences === 0),
      checks: checks.map(({ name, differences, credits }) => ({ name, differences, credits })),
    };
  }
}
