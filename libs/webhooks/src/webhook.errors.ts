import { defineErrors } from '#libs/platform/errors';

export const { DeliveryNotFound } = defineErrors({
  DeliveryNotFound: [404, 'The delivery does not exist or is not yours.'],
});
