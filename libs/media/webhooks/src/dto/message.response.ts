import { ApiProperty, OmitType } from '@nestjs/swagger';
import { TASK_STATUSES, TaskResponse, type TaskStatusChanged } from '#libs/media/work';
import {
  DISABLED_REASONS,
  type DisabledReason,
  type WebhookEndpoint,
} from '../endpoints/webhook-endpoint.entity.js';

/** Version of messages to endpoints. A higher one means that fields were changed or removed; fields may be added at any time. */
const MESSAGE_VERSION = 1;

/** Fields of every message to an endpoint. */
class Message {
  /** Version of the message format. Fields may be added without a new version. */
  @ApiProperty({ type: 'integer', enum: [MESSAGE_VERSION] }) version!: typeof MESSAGE_VERSION;

  /** When it happened. */
  @ApiProperty({ format: 'date-time' }) timestamp!: string;
}

/** A task as it was after a change of its status. Links of an old change may have expired: `GET /tasks/{id}` has fresh ones. */
export class TaskMessageData extends OmitType(TaskResponse, ['request'] as const) {
  /** Number of the status change in its task, from 0 for `created`. */
  @ApiProperty({ type: 'integer' }) seq!: number;
}

export class TaskMessage extends Message {
  /** What happened. */
  @ApiProperty({ enum: TASK_STATUSES.map((status) => `task.${status}`) }) type!: string;

  /** The task after the change. */
  @ApiProperty({ type: TaskMessageData }) data!: TaskMessageData;

  static of({ task, event, outputs }: TaskStatusChanged, nativeStatus: string): TaskMessage {
    const { request: _, ...data } = TaskResponse.from(task, nativeStatus, outputs);
    return {
      type: `task.${event.status}`,
      version: MESSAGE_VERSION,
      timestamp: event.createdAt.toISOString(),
      data: { ...data, seq: event.seq },
    };
  }
}

/** What a user is told of a decision on a package or report. */
export type NoticeTold = {
  readonly id: string;
  readonly userId: string;
  readonly nodeId: string | null;
  readonly version: string | null;
  readonly subject: string;
  readonly text: string;
};

export class NoticeMessageData {
  /** Id of the notice. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Id of the node. */
  @ApiProperty({ type: String, nullable: true }) node_id!: string | null;

  /** Number of the version. */
  @ApiProperty({ type: String, nullable: true }) version!: string | null;

  /** What happened. */
  @ApiProperty() subject!: string;

  /** Why, and what you can do. */
  @ApiProperty() text!: string;
}

/** A decision on a package of yours, or on a report that you made. */
export class NoticeMessage extends Message {
  /** What happened. */
  @ApiProperty({ enum: ['notice.created'] }) type!: 'notice.created';

  /** The notice. */
  @ApiProperty({ type: NoticeMessageData }) data!: NoticeMessageData;

  static of({ id, nodeId, version, subject, text }: NoticeTold, at: Date): NoticeMessage {
    const data = { id, node_id: nodeId, version, subject, text };
    return { type: 'notice.created', version: MESSAGE_VERSION, timestamp: at.toISOString(), data };
  }
}

export class EndpointMessageData {
  /** Id of the endpoint. */
  @ApiProperty({ format: 'uuid' }) endpoint_id!: string;

  /** Its server. */
  @ApiProperty() receiver!: string;

  /** Why it is off; null when it is on. */
  @ApiProperty({ enum: DISABLED_REASONS, nullable: true, type: 'string' })
  disabled_reason!: DisabledReason | null;
}

/** A message about an endpoint: a test, or that another one of yours was switched off. */
export class EndpointMessage extends Message {
  /** What happened. */
  @ApiProperty({ enum: ['endpoint.test', 'endpoint.disabled'] }) type!: 'endpoint.test' | 'endpoint.disabled';

  /** The endpoint that it is about. */
  @ApiProperty({ type: EndpointMessageData }) data!: EndpointMessageData;

  static of(type: EndpointMessage['type'], endpoint: WebhookEndpoint, at: Date): EndpointMessage {
    const { id, url, disabledReason } = endpoint;
    return {
      type,
      version: MESSAGE_VERSION,
      timestamp: at.toISOString(),
      data: { endpoint_id: id, receiver: new URL(url).origin, disabled_reason: disabledReason },
    };
  }
}

/** One event of `GET /webhooks/stream`: a message as a receiver would get it. */
export class StreamedDeliveryEvent {
  /** The headers of the call: `content-type`, and those of Standard Webhooks. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) headers!: Record<string, string>;

  /** The exact body of the call, which the signature is of: a `TaskMessage` as JSON. */
  @ApiProperty() body!: string;
}
