/**
 * A picture as encoders want it: planar 8-bit YCbCr with halved colour planes (4:2:0), BT.709, video range.
 * The three planes are views of `data`, in the order Y, Cb, Cr, without padding.
 */
export type YuvPicture = {
  width: number;
  height: number;
  data: Buffer;
  y: Uint8Array;
  u: Uint8Array;
  v: Uint8Array;
};

/** @param width, height Even. The content is undefined unless `data` is given. */
export function yuvPicture(
  width: number,
  height: number,
  data: Buffer = Buffer.allocUnsafe((width * height * 3) / 2),
): YuvPicture {
  const area = width * height;
  const quarter = area / 4;
  return {
    width,
    height,
    data,
    y: data.subarray(0, area),
    u: data.subarray(area, area + quarter),
    v: data.subarray(area + quarter, area + 2 * quarter),
  };
}

export function copyOf({ width, height, data }: YuvPicture): YuvPicture {
  return yuvPicture(width, height, Buffer.from(data));
}

/** Red, green and blue bytes to BT.709 video range; colour is the mean of each 2×2 square. */
export function fromRgb(rgb: Uint8Array, width: number, height: number): YuvPicture {
  const picture = yuvPicture(width, height);
  const { y } = picture;
  for (let i = 0, p = 0; i < y.length; i++, p += 3) {
    // 16 + 219/255 × (0.2126 R + 0.7152 G + 0.0722 B), in 1/65536
    y[i] = (rgb[p]! * 11966 + rgb[p + 1]! * 40254 + rgb[p + 2]! * 4064 + 1081344) >> 16;
  }
  fillColour(picture, rgb);
  return picture;
}

function fillColour({ width, height, u, v }: YuvPicture, rgb: Uint8Array): void {
  const stride = width * 3;
  for (let row = 0, out = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2, out++) {
      const p = row * stride + column * 3;
      const q = p + stride;
      const red = rgb[p]! + rgb[p + 3]! + rgb[q]! + rgb[q + 3]!;
      const green = rgb[p + 1]! + rgb[p + 4]! + rgb[q + 1]! + rgb[q + 4]!;
      const blue = rgb[p + 2]! + rgb[p + 5]! + rgb[q + 2]! + rgb[q + 5]!;
      u[out] = (-red * 6596 - green * 22189 + blue * 28784 + 33685504) >> 18;
      v[out] = (red * 28784 - green * 26145 - blue * 2639 + 33685504) >> 18;
    }
  }
}

/** BT.709 video range back to red, green and blue bytes. */
export function toRgb({ width, height, y, u, v }: YuvPicture): Buffer {
  const rgb = Buffer.allocUnsafe(width * height * 3);
  const half = width >> 1;
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const c = (row >> 1) * half + (column >> 1);
      const luma = (y[i]! - 16) * 1.164384;
      const cb = u[c]! - 128;
      const cr = v[c]! - 128;
      rgb[i * 3] = byte(luma + 1.792741 * cr);
      rgb[i * 3 + 1] = byte(luma - 0.213249 * cb - 0.532909 * cr);
      rgb[i * 3 + 2] = byte(luma + 2.112402 * cb);
    }
  }
  return rgb;
}

function byte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}

/** Writes `from` moved towards `to` by `weight` (0–1) into `target`; all three have one size. */
export function blend(from: YuvPicture, to: YuvPicture, weight: number, target: YuvPicture): void {
  const a = from.data;
  const b = to.data;
  const out = target.data;
  const w = Math.round(weight * 256);
  for (let i = 0; i < out.length; i++) out[i] = a[i]! + (((b[i]! - a[i]!) * w + 128) >> 8);
}
