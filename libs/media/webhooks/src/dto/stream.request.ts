import { IntField } from '#libs/platform/http';

const OPEN_MAX_SECONDS = 600;

export class WebhookStreamQuery {
  @IntField({
    min: 0,
    max: OPEN_MAX_SECONDS,
    default: 0,
    description: 'How long to stay open for changes to come; 0 sends only those since `Last-Event-ID`.',
    example: 1,
  })
  seconds!: number;
}
