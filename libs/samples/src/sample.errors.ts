import { defineError } from '#libs/platform/errors';

/** No sample has this name. */
export const SampleNotFound = defineError('sample_not_found', 404, 'There is no sample of this name.');
/** The asked byte range lies outside of the sample. */
export const SampleRangeNotSatisfiable = defineError(
  'sample_range_not_satisfiable',
  416,
  'The byte range lies outside of the sample.',
);
