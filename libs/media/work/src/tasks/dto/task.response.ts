import { ApiProperty } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import { chargedCredits, type Task, understoodRequest } from '../task.entity.js';
import type { LinkedOutput } from '../task-kinds.js';
import { TASK_STATUSES, type TaskStatus } from '../task-status.js';
import { DeliveryResponse } from './delivery.response.js';
import { TimelineStepResponse } from './timeline.response.js';

/** The digital source types of the IPTC, https://cv.iptc.org/newscodes/digitalsourcetype/ (2024-10-23). */
const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** What is known of the origin of a file. */
export class ProvenanceResponse {
  /** How it was made, as an IPTC digital source type, which the file states, too; null if that is up to its vendor. */
  @ApiProperty({ format: 'uri', nullable: true, example: `${SOURCE_TYPES}algorithmicallyEnhanced` })
  digital_source_type!: string | null;

  /** Whether the file contains content credentials (C2PA), as signed by its maker. Null where `sha256` is. */
  @ApiProperty({ nullable: true }) content_credentials!: boolean | null;

  static from({ sourceType, hasCredentials }: LinkedOutput['asset']): ProvenanceResponse {
    return {
      digital_source_type: sourceType === null ? null : SOURCE_TYPES + sourceType,
      content_credentials: hasCredentials,
    };
  }
}

export class TaskOutputResponse {
  /** What the file is, such as image, video, cover or audio. */
  @ApiProperty({ example: 'image' }) role!: string;

  /** Signed link to the bytes. */
  @ApiProperty({ format: 'uri' }) url!: string;

  /** When the link stops working; each look-up gives a fresh one. */
  @ApiProperty({ format: 'date-time' }) expires_at!: string;

  /** Media type of the file. */
  @ApiProperty({ example: 'image/png' }) content_type!: string;

  /** Size in bytes. */
  @ApiProperty({ type: 'integer', nullable: true }) bytes!: number | null;

  /** SHA-256 of the file in hexadecimal digits; null for a file older than this field. */
  @ApiProperty({
    nullable: true,
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  sha256!: string | null;

  /** Where the file comes from. */
  @ApiProperty({ type: ProvenanceResponse }) provenance!: ProvenanceResponse;

  static from({ asset, ...output }: LinkedOutput): TaskOutputResponse {
    const provenance = ProvenanceResponse.from(asset);
    return responseOf(TaskOutputResponse, { ...asset, ...output }, { provenance });
  }
}

/** A media task of any area, in terms shared by all. The look-up of one task is in `webhooks`, as it shows deliveries. */
export class TaskResponse {
  /** Id of the task. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** What kind of job it is. */
  @ApiProperty({ example: 'image-relight' }) kind!: string;

  /** Its status, in terms shared by all kinds. */
  @ApiProperty({ enum: TASK_STATUSES }) status!: TaskStatus;

  /** Its status, as its area calls it. */
  @ApiProperty({ example: 'IN_PROGRESS' }) native_status!: string;

  /** How far the work is, 0 to 100. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 }) progress!: number;

  /** The request as it was understood, without secrets. */
  @ApiProperty({ type: 'object', additionalProperties: true }) request!: Record<string, unknown>;

  /** The files made. */
  @ApiProperty({ type: [TaskOutputResponse] }) outputs!: TaskOutputResponse[];

  /**
   * Facts about the result. For a picture that the built-in engine made from a prompt, `ignored_words` lists the
   * words of the prompt without effect.
   */
  @ApiProperty({ type: 'object', additionalProperties: true }) details!: Record<string, unknown>;

  /** Why it failed or is uncertain: a stable code. */
  @ApiProperty({ nullable: true, example: null }) error_code!: string | null;

  /** Why it failed or is uncertain: a sentence. */
  @ApiProperty({ nullable: true, example: null }) error_message!: string | null;

  /** Price in credits; once it has succeeded, what it really cost, which is at most that; 0 when it has failed or was canceled. */
  @ApiProperty({ type: 'integer' }) credits!: number;

  /** How long the work was expected to take, in seconds. */
  @ApiProperty({ type: 'integer' }) estimated_seconds!: number;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** When work on it began. */
  @ApiProperty({ format: 'date-time', nullable: true }) started_at!: string | null;

  /** When it ended. */
  @ApiProperty({ format: 'date-time', nullable: true }) finished_at!: string | null;

  /** When its files and request data will be removed; null to keep them, and until it has ended. */
  @ApiProperty({ format: 'date-time', nullable: true, example: null }) expires_at!: string | null;

  /** When they were removed. Look-ups in its area then answer 410. */
  @ApiProperty({ format: 'date-time', nullable: true, example: null }) expired_at!: string | null;

  static from(task: Task, nativeStatus: string, outputs: readonly LinkedOutput[]): TaskResponse {
    return responseOf(TaskResponse, task, {
      native_status: nativeStatus,
      outputs: outputs.map((output) => TaskOutputResponse.from(output)),
      credits: chargedCredits(task),
      request: understoodRequest(task),
    });
  }
}

export class TaskListResponse {
  /** The tasks. */
  @ApiProperty({ type: [TaskResponse] }) tasks!: TaskResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;
}

export class TaskDetailsResponse extends TaskResponse {
  /** The steps of the task so far, in chronological order. */
  @ApiProperty({ type: [TimelineStepResponse] }) timeline!: TimelineStepResponse[];

  /** Signed link to the events of the task, for an `EventSource`; null once it has ended. */
  @ApiProperty({ format: 'uri', nullable: true }) events_url!: string | null;

  /**
   * Signed link to the sound of music, for an `<audio>` element, also while it is made; null for other tasks, and once there will be
   * none.
   */
  @ApiProperty({ format: 'uri', nullable: true }) audio_url!: string | null;

  /** What was sent to the callback address. */
  @ApiProperty({ type: [DeliveryResponse] }) deliveries!: DeliveryResponse[];
}

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
