import {
  BooleanField,
  ChangesSomething,
  CustomField,
  DateTimeField,
  EnumField,
  IntField,
  TextField,
  TextListField,
  UrlField,
  UuidField,
} from '#libs/platform/http';
import { DELIVERY_STATUSES, type DeliveryStatus, TASK_STATUSES, type TaskStatus } from '#libs/media/work';

const KINDS = { maxItems: 50, maxLength: 64, optional: true, example: [] };

/** A list of statuses without repetition. */
function StatusesField(): PropertyDecorator {
  return CustomField(
    { optional: true, example: ['succeeded', 'failed'] },
    {
      rule: `must be a list of at most ${TASK_STATUSES.length} of ${TASK_STATUSES.join(', ')}, each once`,
      isArray: true,
      isValid: (value) =>
        Array.isArray(value) &&
        new Set(value).size === value.length &&
        value.every((status) => TASK_STATUSES.some((known) => known === status)),
      schema: {
        type: 'array',
        minItems: 0,
        maxItems: TASK_STATUSES.length,
        uniqueItems: true,
        items: { type: 'string', enum: [...TASK_STATUSES] },
      },
    },
  );
}

/** Path of an endpoint. */
export class WebhookEndpointPath {
  /** Id of the endpoint. */
  @UuidField()
  endpointId!: string;
}

/** An endpoint to be made. */
export class CreateWebhookEndpointRequest {
  /** Public http or https address that is called. */
  @UrlField()
  url!: string;

  /** What it is for, so that you know it again. */
  @TextField({ maxLength: 200, optional: true })
  description?: string;

  /** Kinds of tasks that it hears of, such as `image-relight`; all when empty. */
  @TextListField(KINDS)
  kinds?: string[];

  /** Statuses that it hears of; all when empty. */
  @StatusesField()
  statuses?: TaskStatus[];
}

/** What to change of an endpoint. */
@ChangesSomething()
export class UpdateWebhookEndpointRequest {
  /** Public http or https address that is called, also for what waits already. */
  @UrlField({ optional: true })
  url?: string;

  /** What it is for, so that you know it again. */
  @TextField({ maxLength: 200, optional: true })
  description?: string;

  /** Kinds of tasks that it hears of, such as `image-relight`; all when empty. */
  @TextListField(KINDS)
  kinds?: string[];

  /** Statuses that it hears of; all when empty. */
  @StatusesField()
  statuses?: TaskStatus[];

  /** `false` switches it off, and gives up what waits; `true` switches it on, and `recover` sends what it has missed. */
  @BooleanField({ optional: true, example: true })
  enabled?: boolean;
}

/** What to send again. */
export class RecoverWebhookEndpointRequest {
  /** Every status change from this time on, at most 30 days ago. */
  @DateTimeField()
  since!: string;

  /** Leaves out what was received. */
  @BooleanField({ default: false })
  undelivered_only!: boolean;
}

/** Which deliveries of an endpoint to list. */
export class ListEndpointDeliveriesQuery {
  /** Only deliveries with this status. */
  @EnumField({ values: DELIVERY_STATUSES, optional: true })
  status?: DeliveryStatus;

  /** The `next_cursor` of the page before. */
  @UuidField({ optional: true })
  cursor?: string;

  /** Deliveries on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}
