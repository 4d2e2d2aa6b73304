import { ApiProperty } from '@nestjs/swagger';

/** A file that a task was given. */
export class TaskInputResponse {
  /** The field of `request` that names it. */
  @ApiProperty({ example: 'images[0]' }) field!: string;

  /** Signed link to the bytes. */
  @ApiProperty({ format: 'uri' }) url!: string;

  /** When the link stops working; each look-up gives a fresh one. */
  @ApiProperty({ format: 'date-time' }) expires_at!: string;

  /** Media type of the file. */
  @ApiProperty({ example: 'image/png' }) content_type!: string;

  /** Size in bytes. */
  @ApiProperty({ type: 'integer' }) bytes!: number;
}

/** The files that a task was given. */
export class TaskInputListResponse {
  /** The files, in the order of `request`. */
  @ApiProperty({ type: [TaskInputResponse] }) inputs!: TaskInputResponse[];
}
