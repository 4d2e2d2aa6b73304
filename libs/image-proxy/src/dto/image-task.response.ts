import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IMAGE_STATUSES, type ImageStatus, type ImageTaskBody } from '../image-kinds.js';

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

/** An image task. */
export class ImageTask implements ImageTaskBody {
  @ApiProperty({
    description: 'Signed links to the generated images; empty until the task is COMPLETED.',
    type: 'array',
    items: { type: 'string', format: 'uri' },
    example: [],
  })
  generated!: string[];

  @ApiProperty({ description: 'Where the task stands.', enum: IMAGE_STATUSES, example: 'CREATED' })
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
}

/** An image task in its envelope. */
export class ImageTaskEnvelope {
  @ApiProperty({ description: 'The task.', type: ImageTask })
  data!: ImageTask;
}
