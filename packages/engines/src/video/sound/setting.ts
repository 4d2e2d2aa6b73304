import { shrink } from '../motion/luma-pyramid.js';
import type { YuvPicture } from '../picture/yuv-picture.js';
import type { Ambience } from '../prompt-words.js';

const COLUMNS = 32;
const ROWS = 18;
const SKY_LUMA = 70;

/** The sound that fits a picture, guessed from its colours. The tone of a room is never wrong. */
export function settingOf({ y, u, v, width, height }: YuvPicture): Ambience {
  const luma = shrink(y, width, height, COLUMNS, ROWS);
  const cb = shrink(u, width / 2, height / 2, COLUMNS, ROWS);
  const cr = shrink(v, width / 2, height / 2, COLUMNS, ROWS);
  const share = (from: number, to: number, is: (i: number) => boolean) => {
    let count = 0;
    for (let i = from * COLUMNS; i < to * COLUMNS; i++) count += Number(is(i));
    return count / ((to - from) * COLUMNS);
  };
  const isBlue = (i: number) => cb[i]! > 134 && cr[i]! < 125;
  const isGreen = (i: number) => cb[i]! < 123 && cr[i]! < 125;
  const isSkin = (i: number) => cb[i]! > 98 && cb[i]! < 124 && cr[i]! > 138 && cr[i]! < 164;
  const third = ROWS / 3;
  if (share(0, ROWS, isSkin) > 0.15) return 'room';
  if (share(0, ROWS, isGreen) > 0.25) return 'forest';
  if (share(ROWS / 2, ROWS, isBlue) > 0.5) return 'sea';
  return share(0, third, (i) => isBlue(i) && luma[i]! > SKY_LUMA) > 0.5 ? 'wind' : 'room';
}
