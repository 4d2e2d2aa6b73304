import { ApiProperty } from '@nestjs/swagger';
import { TaskResponse, TimelineStepResponse } from '#libs/media/work';
import { DeliveryResponse } from './delivery.response.js';

export class TaskDetailsResponse extends TaskResponse {
  /** The steps of the task so far, in chronological order. */
  @ApiProperty({ type: [TimelineStepResponse] }) timeline!: TimelineStepResponse[];

  /** Signed link to the events of the task, for an `EventSource`; null once it has ended. */
  @ApiProperty({ format: 'uri', nullable: true }) events_url!: string | null;

  /** What was sent to the callback address. */
  @ApiProperty({ type: [DeliveryResponse] }) deliveries!: DeliveryResponse[];
}
