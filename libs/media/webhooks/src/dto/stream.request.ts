import { IntField } from '#libs/platform/http';

const OPEN_MAX_SECONDS = 600;

export class WebhookStreamQuery {
  @IntField({
    min: 1,
    max: OPEN_MAX_SECONDS,
    default: OPEN_MAX_SECONDS,
    description: 'Seconds until the stream ends.',
    example: 1,
  })
  seconds!: number;
}
