import { ApiProperty } from '@nestjs/swagger';
import { TaskResponse } from '#libs/tasks';
import { DeliveryResponse } from './delivery.response.js';

/** One task with what was sent about it. */
export class TaskDetailsResponse extends TaskResponse {
  @ApiProperty({ description: 'What was sent to the callback address.', type: [DeliveryResponse] })
  deliveries!: DeliveryResponse[];
}
