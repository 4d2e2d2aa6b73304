import { ApiProperty } from '@nestjs/swagger';
import type { TaskInput } from '../task-inputs.js';

/** A file that a task was given. */
export class TaskInputResponse {
  @ApiProperty({ description: 'The field of `request` that names it.', example: 'images[0]' })
  field!: string;

  @ApiProperty({ description: 'Signed link to the bytes.', format: 'uri' })
  url!: string;

  @ApiProperty({
    description: 'When the link stops working; each look-up gives a fresh one.',
    format: 'date-time',
  })
  expires_at!: string;

  @ApiProperty({ description: 'Media type of the file.', example: 'image/png' })
  content_type!: string;

  @ApiProperty({ description: 'Size in bytes.', type: 'integer' })
  bytes!: number;

  static from({ field, url, expiresAt, contentType, bytes }: TaskInput): TaskInputResponse {
    return { field, url, expires_at: expiresAt.toISOString(), content_type: contentType, bytes };
  }
}

/** The files that a task was given. */
export class TaskInputListResponse {
  @ApiProperty({ description: 'The files, in the order of `request`.', type: [TaskInputResponse] })
  inputs!: TaskInputResponse[];
}
