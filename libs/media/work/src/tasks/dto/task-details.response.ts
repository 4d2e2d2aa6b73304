import { ApiProperty } from '@nestjs/swagger';
import { DeliveryResponse } from './delivery.response.js';
import { TaskResponse } from './task.response.js';
import { TimelineStepResponse } from './timeline.response.js';

/** One task with what it went through and what was sent about it. */
export class TaskDetailsResponse extends TaskResponse {
  /** What it went through so far, in the order of time. */
  @ApiProperty({ type: [TimelineStepResponse] }) timeline!: TimelineStepResponse[];

  /** Signed link to the events of the task, for an `EventSource`; null once it has ended. */
  @ApiProperty({ format: 'uri', nullable: true }) events_url!: string | null;

  /** What was sent to the callback address. */
  @ApiProperty({ type: [DeliveryResponse] }) deliveries!: DeliveryResponse[];
}
