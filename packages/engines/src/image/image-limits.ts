/** Largest picture file read, in bytes. */
export const IMAGE_MAX_BYTES = 20 * 1024 * 1024;
/** Largest picture read, width times height. */
export const IMAGE_MAX_PIXELS = 50_000_000;
/**
 * Longest side read. Decoders keep some rows of a picture whatever its height: a row of 50 million pixels takes gigabytes, one of
 * these well under a megabyte. Cameras and screens stay far below; a panorama of 50 megapixels fits.
 */
export const IMAGE_MAX_SIDE = 16_384;
/** Largest ratio of the sides. Pictures are never thinner; a light map of 512×1 is allowed. */
const IMAGE_MAX_RATIO = 1_000;

/** What is wrong with a picture of this size, to follow its name: "has more than 50 megapixels". */
export function shapeProblem(width: number, height: number): string | undefined {
  if (width * height > IMAGE_MAX_PIXELS) return `has more than ${IMAGE_MAX_PIXELS / 1e6} megapixels`;
  const [shorter, longer] = width < height ? [width, height] : [height, width];
  if (longer > IMAGE_MAX_SIDE) return `has more than ${inWords(IMAGE_MAX_SIDE)} pixels a side`;
  if (longer > shorter * IMAGE_MAX_RATIO)
    return `is more than ${inWords(IMAGE_MAX_RATIO)} times as long as it is wide or high`;
  return undefined;
}

function inWords(count: number): string {
  return count.toLocaleString('en-US');
}
