import { ApiProperty } from '@nestjs/swagger';

/** What is derived from the entries of the book. */
export const LEDGER_CHECKS = ['grants', 'holds', 'limits', 'resolutions'] as const;

/** A check of derived rows against the entries of the ledger. */
export class LedgerCheckResponse {
  /** What was checked. */
  @ApiProperty({ enum: LEDGER_CHECKS }) name!: (typeof LEDGER_CHECKS)[number];

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

  static from(checks: readonly LedgerCheckResponse[]): LedgerChecksResponse {
    return {
      balanced: checks.every(({ differences }) => differences === 0),
      checks: [...checks],
    };
  }
}
