import { ApiProperty } from '@nestjs/swagger';

/** The service is well. */
export class HealthResponse {
  @ApiProperty({ description: 'Always `ok`; anything else is an error.', example: 'ok' })
  status!: 'ok';
}
