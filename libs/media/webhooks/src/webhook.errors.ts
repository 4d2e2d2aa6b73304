import { defineErrors } from '#libs/platform/errors';

export const {
  DeliveryNotFound,
  WebhookEndpointNotFound,
  WebhookEndpointLimitReached,
  WebhookEndpointDisabled,
  RecoveryUnderWay,
} = defineErrors({
  DeliveryNotFound: [404, 'The delivery does not exist or is not yours.'],
  WebhookEndpointNotFound: [404, 'The webhook endpoint does not exist or is not yours.'],
  WebhookEndpointLimitReached: [409, 'You have as many webhook endpoints as allowed. Delete one.'],
  WebhookEndpointDisabled: [
    409,
    'The webhook endpoint is off. Switch it on first: PUT it with enabled: true.',
  ],
  RecoveryUnderWay: [409, 'A recovery of this webhook endpoint is under way. Wait until it has ended.'],
});
