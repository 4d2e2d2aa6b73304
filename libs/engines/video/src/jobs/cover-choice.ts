import type { YuvPicture } from '../picture/yuv-picture.js';

const SAMPLE_STRIDE = 37;

/** Standard deviation of the brightness: near 0 for a black, white or faded-out frame. */
export function liveliness({ y }: YuvPicture): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let i = 0; i < y.length; i += SAMPLE_STRIDE) {
    sum += y[i]!;
    squares += y[i]! * y[i]!;
    count++;
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}
