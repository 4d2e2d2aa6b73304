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
  WebhookEndpointLimitReached: [409, 'You have the maximum number of webhook endpoints. Delete one first.'],
  WebhookEndpointDisabled: [409, 'The webhook endpoint is off. Enable it first: PUT it with enabled: true.'],
  RecoveryUnderWay: [409, 'A recovery of this webhook endpoint is already running. Wait until it has ended.'],
});
