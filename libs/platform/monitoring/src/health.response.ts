import { ApiProperty } from '@nestjs/swagger';

/** The service is healthy. */
export class HealthResponse {
  /** Always `ok`; anything else is an error. */
  @ApiProperty({ example: 'ok' }) status!: 'ok';
}
