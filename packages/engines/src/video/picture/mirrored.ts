import { yuvPicture, type YuvPicture } from './yuv-picture.js';

/** The picture with `border` more pixels on each side, which mirror what lies inside. @param border A multiple of 4, less than half a side. */
export function mirrored(picture: YuvPicture, border: number): YuvPicture {
  const { width, height } = picture;
  const out = yuvPicture(width + 2 * border, height + 2 * border);
  mirrorPlane(picture.y, width, height, border, out.y);
  mirrorPlane(picture.u, width / 2, height / 2, border / 2, out.u);
  mirrorPlane(picture.v, width / 2, height / 2, border / 2, out.v);
  return out;
}

function mirrorPlane(from: Uint8Array, width: number, height: number, border: number, to: Uint8Array): void {
  const stride = width + 2 * border;
  for (let row = 0; row < height + 2 * border; row++) {
    const source = inside(row - border, height) * width;
    const target = row * stride;
    to.set(from.subarray(source, source + width), target + border);
    for (let i = 1; i <= border; i++) {
      to[target + border - i] = from[source + inside(-i, width)]!;
      to[target + border + width - 1 + i] = from[source + inside(width - 1 + i, width)]!;
    }
  }
}

function inside(place: number, length: number): number {
  if (place < 0) return -1 - place;
  return place < length ? place : 2 * length - 1 - place;
}
