import { ApiProperty } from '@nestjs/swagger';

/** What is derived from the entries of the book. */
export const LEDGER_CHECKS = ['grants', 'holds', 'limits', 'resolutions'] as const;

/** What was held against the entries of the book, and where it differs. */
export class LedgerCheckResponse {
  /** What was checked. */
  @ApiProperty({ enum: LEDGER_CHECKS }) name!: (typeof LEDGER_CHECKS)[number];

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

  static from(checks: readonly LedgerCheckResponse[]): LedgerChecksResponse {
    return {
      balanced: checks.every(({ differences }) => differences === 0),
      checks: [...checks],
    };
  }
}
