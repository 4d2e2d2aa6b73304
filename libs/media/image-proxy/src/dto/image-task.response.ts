import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { LinkedOutput, Task } from '#libs/media/work';
import { IMAGE_STATUSES, imageStatus, type ImageStatus } from '../image-kinds.js';

/** Why an image task failed. */
export class ImageTaskError {
  @ApiProperty({ description: 'A stable code.', example: 'undecodable_image' })
  code!: string;

  @ApiProperty({
    description: 'A sentence.',
    example: 'The image is damaged or incomplete and cannot be decoded.',
  })
  message!: string;
}

/** An image task: what the endpoints answer and webhooks carry. */
export class ImageTask {
  @ApiProperty({
    description: 'Signed links to the generated images; empty until the task is COMPLETED.',
    type: 'array',
    items: { type: 'string', format: 'uri' },
    example: [],
  })
  generated!: string[];

  @ApiProperty({ description: 'The status of the task.', enum: IMAGE_STATUSES, example: 'CREATED' })
  status!: ImageStatus;

  @ApiProperty({
    description: 'Id of the task.',
    format: 'uuid',
    example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11',
  })
  task_id!: string;

  @ApiPropertyOptional({
    description: 'Why it failed; there only when the task is FAILED.',
    type: ImageTaskError,
  })
  error?: ImageTaskError;

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

/** An image task in its envelope. */
export class ImageTaskEnvelope {
  @ApiProperty({ description: 'The task.', type: ImageTask })
  data!: ImageTask;
}
