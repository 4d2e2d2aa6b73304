import type { YuvPicture } from '../picture/yuv-picture.js';
import { shrink } from './luma-pyramid.js';

/** A place that can be found again, and how it looks there. */
export type Corner = {
  /** In shares of the picture's width, from its middle. */
  x: number;
  y: number;
  /** Brightness of its surroundings on an 8×8 raster, with mean 0 and length 1. */
  look: Float32Array;
};

const LONGEST = 448;
const SCALES = [1, 0.71, 0.5, 0.35, 0.25];
const CELL = 18;
const RASTER = 8;
const SPACING = 2.5;
/** Room that a look needs. */
const MARGIN = 12;
const LEAST_RESPONSE = 40;

/** Corners at several scales, spread evenly: the strongest of each cell of a raster. */
export function cornersOf(picture: YuvPicture): Corner[] {
  const factor = LONGEST / Math.max(picture.width, picture.height);
  return SCALES.flatMap((scale) => {
    const width = Math.round(picture.width * factor * scale);
    const height = Math.round(picture.height * factor * scale);
    const luma = blurred(shrink(picture.y, picture.width, picture.height, width, height), width, height);
    return strongest(luma, width, height);
  });
}

function strongest(luma: Float32Array, width: number, height: number): Corner[] {
  const response = responseOf(luma, width, height);
  const soft = blurred(luma, width, height);
  const corners: Corner[] = [];
  for (let top = MARGIN; top < height - MARGIN; top += CELL) {
    for (let left = MARGIN; left < width - MARGIN; left += CELL) {
      let best = -1;
      let most = LEAST_RESPONSE;
      for (let y = top; y < Math.min(height - MARGIN, top + CELL); y++) {
        for (let x = left; x < Math.min(width - MARGIN, left + CELL); x++) {
          if (response[y * width + x]! <= most) continue;
          most = response[y * width + x]!;
          best = y * width + x;
        }
      }
      if (best < 0) continue;
      const x = best % width;
      const y = Math.floor(best / width);
      corners.push({
        x: (x + 0.5) / width - 0.5,
        y: (y + 0.5 - height / 2) / width,
        look: lookAt(soft, width, x, y),
      });
    }
  }
  return corners;
}

/** The smaller eigenvalue of the structure tensor (Shi and Tomasi 1994): high where brightness changes both ways. */
function responseOf(luma: Float32Array, width: number, height: number): Float32Array {
  const xx = new Float32Array(luma.length);
  const yy = new Float32Array(luma.length);
  const xy = new Float32Array(luma.length);
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const dx = luma[i + 1]! - luma[i - 1]!;
      const dy = luma[i + width]! - luma[i - width]!;
      xx[i] = dx * dx;
      yy[i] = dy * dy;
      xy[i] = dx * dy;
    }
  }
  const [sxx, syy, sxy] = [xx, yy, xy].map((plane) => blurred(blurred(plane, width, height), width, height));
  return sxx!.map((value, i) => {
    const half = (value + syy![i]!) / 2;
    return half - Math.hypot((value - syy![i]!) / 2, sxy![i]!);
  });
}

function lookAt(luma: Float32Array, width: number, x: number, y: number): Float32Array {
  const look = new Float32Array(RASTER * RASTER);
  for (let row = 0, o = 0; row < RASTER; row++) {
    for (let column = 0; column < RASTER; column++, o++) {
      const px = x + (column - (RASTER - 1) / 2) * SPACING;
      const py = y + (row - (RASTER - 1) / 2) * SPACING;
      look[o] = luma[Math.round(py) * width + Math.round(px)]!;
    }
  }
  const mean = look.reduce((sum, value) => sum + value, 0) / look.length;
  const centred = look.map((value) => value - mean);
  const length = Math.hypot(...centred) + 1e-6;
  return centred.map((value) => value / length);
}

/** Mean of 3×3 pixels; the border stays. */
function blurred(plane: Float32Array, width: number, height: number): Float32Array {
  const across = plane.slice();
  for (let y = 0; y < height; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      across[i] = (plane[i - 1]! + plane[i]! + plane[i + 1]!) / 3;
    }
  }
  const out = across.slice();
  for (let i = width; i < plane.length - width; i++) {
    out[i] = (across[i - width]! + across[i]! + across[i + width]!) / 3;
  }
  return out;
}
