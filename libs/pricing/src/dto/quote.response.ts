import { ApiProperty } from '@nestjs/swagger';

/** What a request would cost. */
export class QuoteResponse {
  @ApiProperty({ description: 'Kind of the task that the request would start.', example: 'video-extend' })
  kind!: string;

  @ApiProperty({ description: 'Its price in credits.', type: 'integer', example: 48 })
  credits!: number;

  @ApiProperty({ description: 'How long it usually takes, in seconds.', type: 'integer', example: 6 })
  estimated_duration_seconds!: number;

  @ApiProperty({ description: 'Version of the price table.', example: '2026-11-21' })
  price_table_version!: string;
}
