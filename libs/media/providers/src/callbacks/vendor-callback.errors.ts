import { defineErrors } from '#libs/platform/errors';

export const { CallbackNotSigned } = defineErrors({
  /** The signature is the vendor's own, by Standard Webhooks, or in the header configured for the vendor. */
  CallbackNotSigned: [401, 'The call is not signed with the secret of the vendor.'],
});
