import { defineErrors } from '#libs/platform/errors';

export const { NoVendorAvailable } = defineErrors({
  /** Those who could do the work are drained: they take nothing new. Nothing was stored. */
  NoVendorAvailable: [503, 'Nobody takes this work at the moment.'],
});
