import { defineErrors } from '#libs/platform/errors';

export const { NoThumbnail, ThumbnailRangeNotSatisfiable } = defineErrors({
  NoThumbnail: [404, 'The task has no picture for a thumbnail.'],
  ThumbnailRangeNotSatisfiable: [416, 'The byte range lies outside of the file.'],
});
