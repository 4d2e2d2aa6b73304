import { defineError } from '#libs/platform/errors';

/** No such delivery, or of somebody else's task. */
export const DeliveryNotFound = defineError(
  'delivery_not_found',
  404,
  'The delivery does not exist or is not yours.',
);
