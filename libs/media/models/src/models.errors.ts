import { defineErrors } from '#libs/platform/errors';

export const { NoVendorForModel } = defineErrors({
  /** `GET /v1/models` lists those that can be asked for. Nothing was stored. */
  NoVendorForModel: [
    404,
    'No vendor is set up for this model. An operator adds one to the vendors file: docs/vendors.md, More kinds.',
  ],
});
