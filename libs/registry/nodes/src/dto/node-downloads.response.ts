import { ApiProperty } from '@nestjs/swagger';

/** Downloads of one day. */
export class DayDownloadsResponse {
  /** The day, UTC. */
  @ApiProperty({ format: 'date', example: '2026-11-23' }) day!: string;

  /** Downloads on it. */
  @ApiProperty({ type: 'integer', example: 7 }) downloads!: number;
}

/** Downloads of a node over time, up to date within seconds. */
export class NodeDownloadsResponse {
  /** First day, UTC. */
  @ApiProperty({ format: 'date', example: '2026-10-25' }) from!: string;

  /** Last day, UTC. */
  @ApiProperty({ format: 'date', example: '2026-11-23' }) to!: string;

  /** Downloads on these days. */
  @ApiProperty({ type: 'integer', example: 120 }) total!: number;

  /** Every day of the period, the oldest first. */
  @ApiProperty({ type: [DayDownloadsResponse] }) days!: DayDownloadsResponse[];
}
