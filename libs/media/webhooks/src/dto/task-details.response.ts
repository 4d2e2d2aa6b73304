import { ApiProperty } from '@nestjs/swagger';
import { TaskResponse, TimelineStepResponse } from '#libs/media/work';
import { DeliveryResponse } from './delivery.response.js';

/** One task with what it went through and what was sent about it. */
export class TaskDetailsResponse extends TaskResponse {
  @ApiProperty({
    description: 'What it went through so far, in the order of time.',
    type: [TimelineStepResponse],
  })
  timeline!: TimelineStepResponse[];

  @ApiProperty({
    description: 'Signed link to the events of the task, for an `EventSource`; null once it has ended.',
    type: 'string',
    format: 'uri',
    nullable: true,
  })
  events_url!: string | null;

  @ApiProperty({ description: 'What was sent to the callback address.', type: [DeliveryResponse] })
  deliveries!: DeliveryResponse[];
}
