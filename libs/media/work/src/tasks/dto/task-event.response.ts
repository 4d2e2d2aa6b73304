import { ApiProperty } from '@nestjs/swagger';
import { TASK_STATUSES, type TaskStatus } from '../task-status.js';

export class TaskStatusEvent {
  /** Id of the task. */
  @ApiProperty({ format: 'uuid' }) task_id!: string;

  /** The new status, in terms shared by all kinds. */
  @ApiProperty({ enum: TASK_STATUSES }) status!: TaskStatus;

  /** The new status, as its area calls it. */
  @ApiProperty({ example: 'IN_PROGRESS' }) native_status!: string;

  /** When it changed. */
  @ApiProperty({ format: 'date-time' }) at!: string;
}

export class TaskProgressEvent {
  /** Id of the task. */
  @ApiProperty({ format: 'uuid' }) task_id!: string;

  /** How far the work is, 0 to 100. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 }) progress!: number;
}
