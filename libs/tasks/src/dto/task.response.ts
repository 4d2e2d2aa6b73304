import { ApiProperty } from '@nestjs/swagger';
import { chargedCredits } from '../charged-credits.js';
import type { Task } from '../task.entity.js';
import type { LinkedOutput } from '../task-kinds.js';
import { TASK_STATUSES, type TaskStatus } from '../task-status.js';

/** A file that a task made. */
export class TaskOutputResponse {
  @ApiProperty({ description: 'What the file is, such as image, video, cover or audio.', example: 'image' })
  role!: string;

  @ApiProperty({ description: 'Signed link to the bytes.', format: 'uri' })
  url!: string;

  @ApiProperty({
    description: 'When the link stops working; each look-up gives a fresh one.',
    format: 'date-time',
  })
  expires_at!: string;

  @ApiProperty({ description: 'Media type of the file.', example: 'image/png' })
  content_type!: string;

  @ApiProperty({ description: 'Size in bytes.', type: 'integer', nullable: true })
  bytes!: number | null;

  static from({ role, url, expiresAt, asset }: LinkedOutput): TaskOutputResponse {
    return {
      role,
      url,
      expires_at: expiresAt.toISOString(),
      content_type: asset.contentType,
      bytes: asset.bytes,
    };
  }
}

/** A media task of any area, in words shared by all. The look-up of one task is in `webhooks`, as it shows deliveries. */
export class TaskResponse {
  @ApiProperty({ description: 'Id of the task.', format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'What kind of job it is.', example: 'image-relight' })
  kind!: string;

  @ApiProperty({ description: 'Its status, in words shared by all kinds.', enum: TASK_STATUSES })
  status!: TaskStatus;

  @ApiProperty({ description: 'Its status, in the words of its area.', example: 'IN_PROGRESS' })
  native_status!: string;

  @ApiProperty({ description: 'How far the work is, 0 to 100.', type: 'integer', minimum: 0, maximum: 100 })
  progress!: number;

  @ApiProperty({
    description: 'The request as it was understood, without secrets.',
    type: 'object',
    additionalProperties: true,
  })
  request!: Record<string, unknown>;

  @ApiProperty({ description: 'The files made.', type: [TaskOutputResponse] })
  outputs!: TaskOutputResponse[];

  @ApiProperty({ description: 'Facts about the result.', type: 'object', additionalProperties: true })
  details!: Record<string, unknown>;

  @ApiProperty({
    description: 'Why it failed or is uncertain: a stable code.',
    type: 'string',
    nullable: true,
    example: null,
  })
  error_code!: string | null;

  @ApiProperty({
    description: 'Why it failed or is uncertain: a sentence.',
    type: 'string',
    nullable: true,
    example: null,
  })
  error_message!: string | null;

  @ApiProperty({
    description: 'Price in credits; 0 when the task has failed or was canceled.',
    type: 'integer',
  })
  credits!: number;

  @ApiProperty({ description: 'How long the work was expected to take, in seconds.', type: 'integer' })
  estimated_seconds!: number;

  @ApiProperty({ description: 'When it was created.', format: 'date-time' })
  created_at!: string;

  @ApiProperty({ description: 'When work on it began.', format: 'date-time', type: 'string', nullable: true })
  started_at!: string | null;

  @ApiProperty({ description: 'When it ended.', format: 'date-time', type: 'string', nullable: true })
  finished_at!: string | null;

  static from(task: Task, nativeStatus: string, outputs: readonly LinkedOutput[]): TaskResponse {
    return {
      id: task.id,
      kind: task.kind,
      status: task.status,
      native_status: nativeStatus,
      progress: task.progress,
      request: task.request,
      outputs: outputs.map((output) => TaskOutputResponse.from(output)),
      details: task.details,
      error_code: task.errorCode,
      error_message: task.errorMessage,
      credits: chargedCredits(task),
      estimated_seconds: task.estimatedSeconds,
      created_at: task.createdAt.toISOString(),
      started_at: task.startedAt?.toISOString() ?? null,
      finished_at: task.finishedAt?.toISOString() ?? null,
    };
  }
}

/** One page of tasks, newest first. */
export class TaskListResponse {
  @ApiProperty({ description: 'The tasks.', type: [TaskResponse] })
  tasks!: TaskResponse[];

  @ApiProperty({
    description: 'Pass it as `cursor` for the next page; null on the last.',
    type: 'string',
    nullable: true,
  })
  next_cursor!: string | null;
}
