import { defineErrors } from '#libs/platform/errors';

export const { NoVendorAvailable } = defineErrors({
  /** Every provider that could do the work is drained. Nothing was stored. */
  NoVendorAvailable: [503, 'No provider accepts this work at the moment.'],
});
