import { boxMean, type Mask, maskOf } from './mask.js';
import type { Tensor } from './tensor.js';

/**
 * A mask as a straight line in the colour of each place, whose four numbers change slowly over the picture: a guided
 * filter in colour after He, Sun and Tang (2013). Evaluated at the pixels of the full picture, it follows the hair and
 * the leaves that the grid it was solved on does not know.
 */
export type ColourLines = {
  readonly offset: Mask;
  /** Factors on red, green and blue, each 0-1. */
  readonly red: Mask;
  readonly green: Mask;
  readonly blue: Mask;
};

/**
 * @param grid Red, green and blue, 0-255, on the grid of the mask.
 * @param radius In cells: how far a colour speaks for the mask around it.
 * @param contrast Differences of colour (0-1) below this do not part what is in front from what is behind.
 */
export function colourLines(mask: Mask, grid: Tensor, radius: number, contrast: number): ColourLines {
  const { width, height } = mask;
  const [red, green, blue] = [0, 1, 2].map((channel) =>
    meant(
      maskOf(width, height, (cell) => grid.data[cell * 3 + channel]! / 255),
      radius,
    ),
  ) as [Meant, Meant, Meant];
  const front = meant(mask, radius);
  const slopes = slopesOf(front, [red, green, blue], radius, contrast);
  const means = [red, green, blue].map(({ mean }) => mean);
  const offset = maskOf(width, height, (cell) =>
    slopes.reduce(
      (rest, slope, channel) => rest - slope.data[cell]! * means[channel]!.data[cell]!,
      front.mean.data[cell]!,
    ),
  );
  const smooth = slopes.map((slope) => boxMean(slope, radius)) as [Mask, Mask, Mask];
  return { offset: boxMean(offset, radius), red: smooth[0], green: smooth[1], blue: smooth[2] };
}

/** The mask that the lines give for the grid itself. */
export function alongColours(mask: Mask, grid: Tensor, radius: number, contrast: number): Mask {
  const { offset, red, green, blue } = colourLines(mask, grid, radius, contrast);
  return maskOf(
    mask.width,
    mask.height,
    (cell) =>
      offset.data[cell]! +
      (red.data[cell]! * grid.data[cell * 3]! +
        green.data[cell]! * grid.data[cell * 3 + 1]! +
        blue.data[cell]! * grid.data[cell * 3 + 2]!) /
        255,
  );
}

/** How each channel predicts the mask around a cell: covariances with it, by the inverse of those among the channels. */
function slopesOf(
  front: Meant,
  [red, green, blue]: [Meant, Meant, Meant],
  radius: number,
  contrast: number,
): [Mask, Mask, Mask] {
  const { width, height } = front.mask;
  const shared = (one: Meant, other: Meant): Float32Array => covariance(one, other, radius);
  const [rr, gg, bb] = [shared(red, red), shared(green, green), shared(blue, blue)];
  const [rg, rb, gb] = [shared(red, green), shared(red, blue), shared(green, blue)];
  const [r, g, b] = [shared(red, front), shared(green, front), shared(blue, front)];
  const empty = (): Mask => ({ data: new Float32Array(width * height), width, height });
  const slopes: [Mask, Mask, Mask] = [empty(), empty(), empty()];
  const least = contrast * contrast;
  for (let cell = 0; cell < width * height; cell++) {
    const a = rr[cell]! + least;
    const d = gg[cell]! + least;
    const f = bb[cell]! + least;
    const p = rg[cell]!;
    const q = rb[cell]!;
    const s = gb[cell]!;
    const inverseA = d * f - s * s;
    const inverseP = q * s - p * f;
    const inverseQ = p * s - q * d;
    const scale = 1 / (a * inverseA + p * inverseP + q * inverseQ);
    const x = r[cell]! * scale;
    const y = g[cell]! * scale;
    const z = b[cell]! * scale;
    slopes[0].data[cell] = inverseA * x + inverseP * y + inverseQ * z;
    slopes[1].data[cell] = inverseP * x + (a * f - q * q) * y + (p * q - a * s) * z;
    slopes[2].data[cell] = inverseQ * x + (p * q - a * s) * y + (a * d - p * p) * z;
  }
  return slopes;
}

/** A mask and its mean around each cell. */
type Meant = { readonly mask: Mask; readonly mean: Mask };

function meant(mask: Mask, radius: number): Meant {
  return { mask, mean: boxMean(mask, radius) };
}

function covariance(one: Meant, other: Meant, radius: number): Float32Array {
  const product = new Float32Array(one.mask.data.length);
  for (let cell = 0; cell < product.length; cell++)
    product[cell] = one.mask.data[cell]! * other.mask.data[cell]!;
  const shared = boxMean({ ...one.mask, data: product }, radius).data;
  for (let cell = 0; cell < shared.length; cell++)
    shared[cell]! -= one.mean.data[cell]! * other.mean.data[cell]!;
  return shared;
}
