import { ApiProperty } from '@nestjs/swagger';
import { TASK_STATUSES, type TaskStatus } from '../task-status.js';

/** The data of a `status` event. */
export class TaskStatusEvent {
  @ApiProperty({ description: 'Id of the task.', format: 'uuid' })
  task_id!: string;

  @ApiProperty({ description: 'The new status, in words shared by all kinds.', enum: TASK_STATUSES })
  status!: TaskStatus;

  @ApiProperty({ description: 'The new status, in the words of its area.', example: 'IN_PROGRESS' })
  native_status!: string;

  @ApiProperty({ description: 'When it changed.', format: 'date-time' })
  at!: string;
}

/** The data of a `progress` event. */
export class TaskProgressEvent {
  @ApiProperty({ description: 'Id of the task.', format: 'uuid' })
  task_id!: string;

  @ApiProperty({ description: 'How far the work is, 0 to 100.', type: 'integer', minimum: 0, maximum: 100 })
  progress!: number;
}
