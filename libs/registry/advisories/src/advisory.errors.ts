import { defineErrors } from '#libs/platform/errors';

export const { AdvisoryNotFound } = defineErrors({
  AdvisoryNotFound: [404, 'The advisory does not exist.'],
});
