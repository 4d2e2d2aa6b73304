import type { YuvPicture } from '../picture/yuv-picture.js';

/** One level of a pyramid: brightness and both colours, all at the level's size. */
export type PyramidLevel = {
  width: number;
  height: number;
  y: Float32Array;
  u: Float32Array;
  v: Float32Array;
  /** Steepness of the brightness: says where edges are whatever the exposure. */
  slope: Float32Array;
};

const FINEST_LONG_SIDE = 320;
const COARSEST_SHORT_SIDE = 10;

/** Levels from coarse to fine, each twice the size of the one before. */
export function pyramid(picture: YuvPicture): PyramidLevel[] {
  const factor = Math.max(1, Math.max(picture.width, picture.height) / FINEST_LONG_SIDE);
  let width = Math.round(picture.width / factor);
  let height = Math.round(picture.height / factor);
  const levels: PyramidLevel[] = [];
  while (Math.min(width, height) >= COARSEST_SHORT_SIDE) {
    levels.unshift(level(picture, width, height));
    width >>= 1;
    height >>= 1;
  }
  return levels;
}

function level(picture: YuvPicture, width: number, height: number): PyramidLevel {
  const y = shrink(picture.y, picture.width, picture.height, width, height);
  return {
    width,
    height,
    y,
    u: shrink(picture.u, picture.width / 2, picture.height / 2, width, height),
    v: shrink(picture.v, picture.width / 2, picture.height / 2, width, height),
    slope: slopeOf(y, width, height),
  };
}

/** Mean of each target pixel's area; whole source pixels only, which is enough for matching. */
export function shrink(
  plane: Uint8Array,
  fromWidth: number,
  fromHeight: number,
  width: number,
  height: number,
): Float32Array {
  const out = new Float32Array(width * height);
  for (let row = 0, o = 0; row < height; row++) {
    const top = Math.floor((row * fromHeight) / height);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * fromHeight) / height));
    for (let column = 0; column < width; column++, o++) {
      const left = Math.floor((column * fromWidth) / width);
      const right = Math.max(left + 1, Math.floor(((column + 1) * fromWidth) / width));
      let sum = 0;
      for (let y = top; y < bottom; y++) {
        const line = y * fromWidth;
        for (let x = left; x < right; x++) sum += plane[line + x]!;
      }
      out[o] = sum / ((bottom - top) * (right - left));
    }
  }
  return out;
}

function slopeOf(y: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(width * height);
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const i = row * width + column;
      out[i] = Math.abs(y[i + 1]! - y[i - 1]!) + Math.abs(y[i + width]! - y[i - width]!);
    }
  }
  return out;
}
