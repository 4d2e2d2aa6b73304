import { ApiProperty } from '@nestjs/swagger';

export class QuoteResponse {
  /** Send it as the header `Quote-Id` of the request to be charged this price. */
  @ApiProperty({ example: 'eyJraW5kIjoidmlkZW8tZXh0ZW5kIn0.f3kA9wq0m2b6' }) id!: string;

  /** When the price expires: after ten minutes. */
  @ApiProperty({ format: 'date-time' }) expires_at!: string;

  /** Kind of the task that the request would start. */
  @ApiProperty({ example: 'video-extend' }) kind!: string;

  /** Its price in credits. */
  @ApiProperty({ type: 'integer', example: 48 }) credits!: number;

  /** How long it usually takes, in seconds. */
  @ApiProperty({ type: 'integer', example: 6 }) estimated_duration_seconds!: number;

  /** Version of the price table. */
  @ApiProperty({ example: '2026-11-21' }) price_table_version!: string;
}
