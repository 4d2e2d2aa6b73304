import { ApiProperty } from '@nestjs/swagger';

/** Downloads of one day. */
export class DayDownloadsResponse {
  @ApiProperty({ description: 'The day, UTC.', format: 'date', example: '2026-11-23' })
  day!: string;

  @ApiProperty({ description: 'Downloads on it.', type: 'integer', example: 7 })
  downloads!: number;
}

/** Downloads of a node over time. They follow within seconds. */
export class NodeDownloadsResponse {
  @ApiProperty({ description: 'First day, UTC.', format: 'date', example: '2026-10-25' })
  from!: string;

  @ApiProperty({ description: 'Last day, UTC.', format: 'date', example: '2026-11-23' })
  to!: string;

  @ApiProperty({ description: 'Downloads on these days.', type: 'integer', example: 120 })
  total!: number;

  @ApiProperty({ description: 'Every day of the period, the oldest first.', type: [DayDownloadsResponse] })
  days!: DayDownloadsResponse[];
}
