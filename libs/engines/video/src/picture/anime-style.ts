import sharp from 'sharp';
import { yuvPicture, type YuvPicture } from './yuv-picture.js';

/** Steps of brightness in a cel, and how much of the way to the nearest step a pixel goes. */
const CEL_STEPS = 7;
const CEL_PULL = 0.75;
const SATURATION = 1.4;
const LINE_START = 34;
const LINE_FULL = 110;
const LINE_DARKNESS = 0.72;

/** A drawn look: flat cels of strong colour between dark outlines. */
export async function animeStyle(picture: YuvPicture): Promise<YuvPicture> {
  const { width, height } = picture;
  const smooth = await flattened(picture.y, width, height);
  const out = yuvPicture(width, height);
  const cels = celTable();
  for (let row = 0; row < height; row++) {
    const up = Math.max(0, row - 1) * width;
    const down = Math.min(height - 1, row + 1) * width;
    for (let column = 0, i = row * width; column < width; column++, i++) {
      const left = column > 0 ? i - 1 : i;
      const right = column < width - 1 ? i + 1 : i;
      const slope =
        Math.abs(smooth[right]! - smooth[left]!) + Math.abs(smooth[down + column]! - smooth[up + column]!);
      const line = Math.max(0, Math.min(1, (slope - LINE_START) / (LINE_FULL - LINE_START)));
      out.y[i] = 16 + (cels[smooth[i]!]! - 16) * (1 - LINE_DARKNESS * line);
    }
  }
  saturate(await flattened(picture.u, width / 2, height / 2), out.u);
  saturate(await flattened(picture.v, width / 2, height / 2), out.v);
  return out;
}

/** A median keeps outlines while it takes out texture. */
async function flattened(plane: Uint8Array, width: number, height: number): Promise<Buffer> {
  return sharp(plane, { raw: { width, height, channels: 1 } })
    .median(5)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

function celTable(): Float32Array {
  return Float32Array.from({ length: 256 }, (_, value) => {
    const light = Math.max(0, Math.min(1, (value - 16) / 219));
    const cel = (Math.floor(light * CEL_STEPS) + 0.5) / CEL_STEPS;
    return 16 + 219 * (light + (Math.min(1, cel) - light) * CEL_PULL);
  });
}

function saturate(from: Uint8Array, to: Uint8Array): void {
  for (let i = 0; i < to.length; i++) {
    to[i] = Math.max(16, Math.min(240, 128 + (from[i]! - 128) * SATURATION));
  }
}
