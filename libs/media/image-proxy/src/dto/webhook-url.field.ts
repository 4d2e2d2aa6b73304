import { UrlField } from '#libs/platform/http';

export function WebhookUrlField(): PropertyDecorator {
  return UrlField({
    description:
      'Public http or https address that is called on every status change, signed as Standard Webhooks.',
    optional: true,
    label: 'Webhook address',
  });
}
