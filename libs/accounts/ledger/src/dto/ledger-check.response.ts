import { ApiProperty } from '@nestjs/swagger';
import type { LedgerDifference } from '../book-sums.js';

/** What was held against the entries of the book, and where it differs. */
export class LedgerCheckResponse {
  /** What was checked. */
  @ApiProperty({ enum: ['holds', 'grants', 'limits', 'resolutions'] }) name!: string;

  /** Rows that differ from the entries that they are derived from. */
  @ApiProperty({ type: 'integer', example: 0 }) differences!: number;

  /** By how many credits, all together. */
  @ApiProperty({ type: 'integer', example: 0 }) credits!: number;
}

/** The outcome of a check. */
export class LedgerChecksResponse {
  /** Whether nothing differs. */
  @ApiProperty({ example: true }) balanced!: boolean;

  /** Each of the checks. */
  @ApiProperty({ type: [LedgerCheckResponse] }) checks!: LedgerCheckResponse[];

  static from(checks: readonly LedgerDifference[]): LedgerChecksResponse {
    return {
      balanced: checks.every(({ differences }) => differences === 0),
      checks: checks.map(({ name, differences, credits }) => ({ name, differences, credits })),
    };
  }
}
