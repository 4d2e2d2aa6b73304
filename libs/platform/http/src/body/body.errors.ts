import { defineErrors } from '#libs/platform/errors';

export const { RequestTimeout } = defineErrors({
  RequestTimeout: [408, 'The request did not arrive in time.'],
});
