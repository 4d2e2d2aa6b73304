import { ApiProperty } from '@nestjs/swagger';

/** What a request would cost. */
export class QuoteResponse {
  @ApiProperty({
    description: 'Send it as the header `Quote-Id` with the request to be charged this price.',
    example: 'eyJraW5kIjoidmlkZW8tZXh0ZW5kIn0.f3kA9wq0m2b6',
  })
  id!: string;

  @ApiProperty({ description: 'Until when the price holds: ten minutes.', format: 'date-time' })
  expires_at!: string;

  @ApiProperty({ description: 'Kind of the task that the request would start.', example: 'video-extend' })
  kind!: string;

  @ApiProperty({ description: 'Its price in credits.', type: 'integer', example: 48 })
  credits!: number;

  @ApiProperty({ description: 'How long it usually takes, in seconds.', type: 'integer', example: 6 })
  estimated_duration_seconds!: number;

  @ApiProperty({ description: 'Version of the price table.', example: '2026-11-21' })
  price_table_version!: string;
}
