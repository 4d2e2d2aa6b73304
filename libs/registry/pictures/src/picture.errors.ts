import { defineErrors } from '#libs/platform/errors';

export const { PictureNotFound, NotAPicture } = defineErrors({
  /** It does not exist, or its host gives no picture that can be shown. */
  PictureNotFound: [404, 'There is no such picture.'],
  /** Send a PNG, JPEG, WebP, AVIF, GIF or SVG of at most 8 MB and 40 megapixels. */
  NotAPicture: [422, 'The file is no picture that can be shown.'],
});
