import { ANIME, drawCartoon } from '../../image/index.js';
import { fromRgb, toRgb, type YuvPicture } from './yuv-picture.js';

const CELS = { steps: 5, amount: 0.9, saturation: 1.6 };

/** A drawn look: flat cels of strong colour between thin dark lines. */
export function animeStyle(picture: YuvPicture): YuvPicture {
  const { width, height } = picture;
  const data = new Uint8ClampedArray(toRgb(picture));
  drawCartoon({ data, width, height, channels: 3 }, ANIME, CELS);
  return fromRgb(new Uint8Array(data.buffer), width, height);
}
