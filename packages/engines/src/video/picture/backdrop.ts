import sharp from 'sharp';
import type { FrameSize } from './frame-size.js';

/** The backdrop is made at a fraction of its size, as nothing fine is left of it. */
const SHRINK = 8;
const SOFTNESS = 0.035;
/** Brightness and colour that are left of it, so that the picture stands out. */
const DIMMED = { brightness: 0.8, saturation: 0.85 };
/** Over this share of the frame's longer side the picture goes over into its backdrop. */
const SEAM = 0.012;

/**
 * Lays a picture in the middle of a larger canvas, on its own mirrored edges, blurred and a little darker.
 *
 * @param rgb The picture's bytes.
 */
export async function onBackdrop(rgb: Uint8Array, inner: FrameSize, outer: FrameSize): Promise<Uint8Array> {
  const left = (outer.width - inner.width) >> 1;
  const top = (outer.height - inner.height) >> 1;
  const canvas = await backdrop(rgb, inner, outer, left, top);
  const seam = Math.max(1, Math.round(SEAM * Math.max(outer.width, outer.height)));
  for (let row = 0; row < inner.height; row++) {
    const fromTop = top === 0 ? seam : Math.min(row, inner.height - 1 - row);
    for (let column = 0; column < inner.width; column++) {
      const fromLeft = left === 0 ? seam : Math.min(column, inner.width - 1 - column);
      const share = Math.min(1, (Math.min(fromTop, fromLeft) + 0.5) / seam);
      const i = (row * inner.width + column) * 3;
      const o = ((row + top) * outer.width + column + left) * 3;
      for (let c = 0; c < 3; c++) canvas[o + c] = canvas[o + c]! + (rgb[i + c]! - canvas[o + c]!) * share;
    }
  }
  return canvas;
}

async function backdrop(
  rgb: Uint8Array,
  inner: FrameSize,
  outer: FrameSize,
  left: number,
  top: number,
): Promise<Uint8Array> {
  const small = (pixels: number) => Math.max(1, Math.round(pixels / SHRINK));
  const core = { width: small(inner.width), height: small(inner.height) };
  const extended = await sharp(rgb, { raw: { ...inner, channels: 3 } })
    .resize(core.width, core.height, { fit: 'fill' })
    .extend({
      left: small(left),
      right: small(left),
      top: small(top),
      bottom: small(top),
      extendWith: 'mirror',
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = extended.info;
  const soft = await sharp(extended.data, { raw: { width, height, channels: 3 } })
    .blur(Math.max(0.5, SOFTNESS * Math.max(width, height)))
    .modulate(DIMMED)
    .raw()
    .toBuffer();
  return sharp(soft, { raw: { width, height, channels: 3 } })
    .resize(outer.width, outer.height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}
