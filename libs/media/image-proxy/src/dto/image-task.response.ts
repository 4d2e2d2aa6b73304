import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { LinkedOutput, Task } from '#libs/media/work';
import { IMAGE_STATUSES, imageStatus, type ImageStatus } from '../image-kinds.js';

export class ImageTaskError {
  /** A stable code. */
  @ApiProperty({ example: 'undecodable_image' }) code!: string;

  /** A sentence. */
  @ApiProperty({ example: 'The image is damaged or incomplete and cannot be decoded.' }) message!: string;
}

/** An image task, as endpoints return it and webhooks carry it. */
export class ImageTask {
  /** Signed links to the generated images; empty until the task is COMPLETED. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uri' }, example: [] }) generated!: string[];

  /** The status of the task. */
  @ApiProperty({ enum: IMAGE_STATUSES, example: 'CREATED' }) status!: ImageStatus;

  /** Id of the task. */
  @ApiProperty({ format: 'uuid', example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' }) task_id!: string;

  /** Why it failed; present only when the task is FAILED. */
  @ApiPropertyOptional({ type: ImageTaskError }) error?: ImageTaskError;

  static from(task: Task, outputs: readonly LinkedOutput[]): ImageTask {
    const { errorCode: code, errorMessage: message } = task;
    return {
      generated: outputs.map(({ url }) => url),
      status: imageStatus(task.status),
      task_id: task.id,
      ...(code !== null && message !== null ? { error: { code, message } } : {}),
    };
  }
}

export class ImageTaskEnvelope {
  /** The task. */
  @ApiProperty({ type: ImageTask }) data!: ImageTask;
}
