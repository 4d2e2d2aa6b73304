import { defineErrors } from '#libs/platform/errors';

export const { SampleNotFound, SampleRangeNotSatisfiable } = defineErrors({
  SampleNotFound: [404, 'There is no sample of this name.'],
  SampleRangeNotSatisfiable: [416, 'The byte range lies outside of the sample.'],
});
