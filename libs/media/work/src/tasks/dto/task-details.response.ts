import { ApiProperty } from '@nestjs/swagger';
import { DeliveryResponse } from './delivery.response.js';
import { TaskResponse } from './task.response.js';
import { TimelineStepResponse } from './timeline.response.js';

export class TaskDetailsResponse extends TaskResponse {
  /** The steps of the task so far, in chronological order. */
  @ApiProperty({ type: [TimelineStepResponse] }) timeline!: TimelineStepResponse[];

  /** Signed link to the events of the task, for an `EventSource`; null once it has ended. */
  @ApiProperty({ format: 'uri', nullable: true }) events_url!: string | null;

  /** What was sent to the callback address. */
  @ApiProperty({ type: [DeliveryResponse] }) deliveries!: DeliveryResponse[];
}
