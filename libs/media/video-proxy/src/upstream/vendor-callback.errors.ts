import { defineErrors } from '#libs/platform/errors';

export const { CallbackNotSigned } = defineErrors({
  /** By Standard Webhooks, or by the header that is set for the vendor. */
  CallbackNotSigned: [401, 'The call is not signed with the secret of the vendor.'],
});
