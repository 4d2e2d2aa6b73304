import type { YuvPicture } from '../picture/yuv-picture.js';

/** Replicated border, so that sampling may read past the outermost pixels. */
const PAD = 3;
/** What the outer neighbours' share is taken down by: about the softness of the sampling at some samples per pixel. */
const SHARPENING = 0.15;

/** A plane of samples inside its border. */
export type Samples = {
  samples: Uint8Array;
  stride: number;
  /** Index of the sample in the plane's top left corner. */
  origin: number;
};

/** A picture with a replicated border, ready for sampling. It may be larger than the frame it is drawn on. */
export class WarpSource {
  readonly planes: readonly [Samples, Samples, Samples];

  constructor(readonly picture: YuvPicture) {
    const { width, height, y, u, v } = picture;
    this.planes = [
      padded(sharpened(y, width, height), width, height),
      padded(u, width / 2, height / 2),
      padded(v, width / 2, height / 2),
    ];
  }

  /** Reads changed samples of the picture. */
  refresh(): void {
    const { width, height, y, u, v } = this.picture;
    fill(this.planes[0], sharpened(y, width, height), width, height);
    fill(this.planes[1], u, width / 2, height / 2);
    fill(this.planes[2], v, width / 2, height / 2);
  }
}

function padded(plane: Uint8Array, width: number, height: number): Samples {
  const stride = width + 2 * PAD;
  const target = {
    samples: new Uint8Array(stride * (height + 2 * PAD)),
    stride,
    origin: PAD * stride + PAD,
  };
  fill(target, plane, width, height);
  return target;
}

function fill({ samples, stride }: Samples, plane: Uint8Array, width: number, height: number): void {
  for (let row = 0; row < height + 2 * PAD; row++) {
    const from = Math.max(0, Math.min(row - PAD, height - 1)) * width;
    const to = row * stride;
    samples.fill(plane[from]!, to, to + PAD);
    samples.set(plane.subarray(from, from + width), to + PAD);
    samples.fill(plane[from + width - 1]!, to + PAD + width, to + stride);
  }
}

/** Across and down, so that soft sampling gives about the plane itself. */
function sharpened(plane: Uint8Array, width: number, height: number): Uint8Array {
  const side = Math.round(SHARPENING * 256);
  const middle = 256 + 2 * side;
  const across = new Int32Array(plane.length);
  for (let row = 0; row < height; row++) {
    const first = row * width;
    const last = first + width - 1;
    for (let i = first; i <= last; i++) {
      across[i] = plane[i]! * middle - (plane[i > first ? i - 1 : i]! + plane[i < last ? i + 1 : i]!) * side;
    }
  }
  const out = new Uint8ClampedArray(plane.length);
  for (let row = 0, i = 0; row < height; row++) {
    const up = row > 0 ? width : 0;
    const down = row < height - 1 ? width : 0;
    for (const end = i + width; i < end; i++) {
      out[i] = (across[i]! * middle - (across[i - up]! + across[i + down]!) * side + 32768) >> 16;
    }
  }
  return new Uint8Array(out.buffer);
}
