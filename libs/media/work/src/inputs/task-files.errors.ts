import { defineErrors } from '#libs/platform/errors';

export const { NoThumbnail, ThumbnailRangeNotSatisfiable } = defineErrors({
  NoThumbnail: [404, 'The task has made no picture that can be shown small.'],
  ThumbnailRangeNotSatisfiable: [416, 'The byte range lies outside of the file.'],
});
