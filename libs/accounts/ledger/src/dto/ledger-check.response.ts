import { ApiProperty } from '@nestjs/swagger';
import type { LedgerDifference } from '../book-sums.js';

/** A check of derived rows against the entries of the ledger. */
export class LedgerCheckResponse {
  /** What was checked. */
  @ApiProperty({ enum: ['holds', 'grants', 'limits', 'resolutions'] }) name!: string;

  /** Number of rows that differ from the entries. */
  @ApiProperty({ type: 'integer', example: 0 }) differences!: number;

  /** Total difference in credits. */
  @ApiProperty({ type: 'integer', example: 0 }) credits!: number;
}

export class LedgerChecksResponse {
  /** Whether all checks passed. */
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
