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

const KINDS = { label: 'Kinds of tasks', maxItems: 50, maxLength: 64, optional: true, example: [] };

/** A list of distinct statuses. */
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

export class WebhookEndpointPath {
  /** Id of the endpoint. */
  @UuidField()
  endpointId!: string;
}

export class CreateWebhookEndpointRequest {
  /** Public http or https address that is called. */
  @UrlField({ label: 'Address' })
  url!: string;

  /** A description for yourself. */
  @TextField({ maxLength: 200, optional: true })
  description?: string;

  /** Kinds of tasks to send events for, such as `image-relight`; all when empty. */
  @TextListField(KINDS)
  kinds?: string[];

  /** Statuses to send events for; all when empty. */
  @StatusesField()
  statuses?: TaskStatus[];

  /** Whether it is also told of what `GET /users/notices` lists: decisions on your packages and reports. */
  @BooleanField({ default: false })
  notices!: boolean;
}

@ChangesSomething()
export class UpdateWebhookEndpointRequest {
  /** Public http or https address that is called, also for pending deliveries. */
  @UrlField({ label: 'Address', optional: true })
  url?: string;

  /** A description for yourself. */
  @TextField({ maxLength: 200, optional: true })
  description?: string;

  /** Kinds of tasks to send events for, such as `image-relight`; all when empty. */
  @TextListField(KINDS)
  kinds?: string[];

  /** Statuses to send events for; all when empty. */
  @StatusesField()
  statuses?: TaskStatus[];

  /** Whether it is also told of what `GET /users/notices` lists: decisions on your packages and reports. */
  @BooleanField({ optional: true, example: true })
  notices?: boolean;

  /** `false` switches it off and gives up pending deliveries; `true` switches it on again, and `recover` sends what it missed. */
  @BooleanField({ label: 'On', optional: true, example: true })
  enabled?: boolean;
}

export class RecoverWebhookEndpointRequest {
  /** Every status change since this time, at most 30 days ago. */
  @DateTimeField({ label: 'From' })
  since!: string;

  /** Whether to leave out what was received. */
  @BooleanField({ label: 'Only what was not received', default: false })
  undelivered_only!: boolean;
}

export class ListEndpointDeliveriesQuery {
  /** Only deliveries with this status. */
  @EnumField({ values: DELIVERY_STATUSES, optional: true })
  status?: DeliveryStatus;

  /** The `next_cursor` of the previous page. */
  @UuidField({ optional: true })
  cursor?: string;

  /** Deliveries on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}
