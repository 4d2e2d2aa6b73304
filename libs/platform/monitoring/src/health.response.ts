import { ApiProperty } from '@nestjs/swagger';

export class HealthResponse {
  /** Always `ok`; anything else is an error. */
  @ApiProperty({ example: 'ok' }) status!: 'ok';
}
