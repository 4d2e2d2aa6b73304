import { ApiProperty } from '@nestjs/swagger';
import { chargedCredits } from '../charged-credits.js';
import type { Task } from '../task.entity.js';
import type { LinkedOutput } from '../task-kinds.js';
import { TASK_STATUSES, type TaskStatus } from '../task-status.js';

/** The digital source types of the IPTC, https://cv.iptc.org/newscodes/digitalsourcetype/ (2024-10-23). */
const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** What is known of the origin of a file. */
export class ProvenanceResponse {
  @ApiProperty({
    description:
      'What it was made from, as a digital source type of the IPTC, which is in the file, too; null where its vendor is to say it.',
    type: 'string',
    format: 'uri',
    nullable: true,
    example: `${SOURCE_TYPES}algorithmicallyEnhanced`,
  })
  digital_source_type!: string | null;

  @ApiProperty({
    description:
      'Whether content credentials (C2PA) are in the file; they are as their maker has signed them. Null as `sha256`.',
    type: 'boolean',
    nullable: true,
  })
  content_credentials!: boolean | null;

  static from({ sourceType, hasCredentials }: LinkedOutput['asset']): ProvenanceResponse {
    return {
      digital_source_type: sourceType === null ? null : SOURCE_TYPES + sourceType,
      content_credentials: hasCredentials,
    };
  }
}

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

  @ApiProperty({
    description: 'SHA-256 of the file in hexadecimal digits; null for one that is older than this field.',
    type: 'string',
    nullable: true,
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  sha256!: string | null;

  @ApiProperty({ description: 'Where the file comes from.', type: ProvenanceResponse })
  provenance!: ProvenanceResponse;

  static from({ role, url, expiresAt, asset }: LinkedOutput): TaskOutputResponse {
    return {
      role,
      url,
      expires_at: expiresAt.toISOString(),
      content_type: asset.contentType,
      bytes: asset.bytes,
      sha256: asset.sha256,
      provenance: ProvenanceResponse.from(asset),
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

  @ApiProperty({
    description:
      'Facts about the result. `ignored_words` names the words of the prompt that changed nothing, of a picture with a prompt that ' +
      'the built-in engine made.',
    type: 'object',
    additionalProperties: true,
  })
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
    description:
      'Price in credits; what it really cost once it has succeeded, at most that; 0 when it has failed or was canceled.',
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

  @ApiProperty({
    description:
      'When its files and all that was sent with it go; null to keep them, and until it has ended.',
    format: 'date-time',
    type: 'string',
    nullable: true,
    example: null,
  })
  expires_at!: string | null;

  @ApiProperty({
    description: 'When that has happened. Look-ups in its area answer 410 then.',
    format: 'date-time',
    type: 'string',
    nullable: true,
    example: null,
  })
  expired_at!: string | null;

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
      expires_at: task.expiresAt?.toISOString() ?? null,
      expired_at: task.expiredAt?.toISOString() ?? null,
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
