import { type Triple, clamp } from './colour.js';
import { type ColourStatistics, bandColour } from './colour-statistics.js';

/** L*a*b* to L*a*b*, in place. */
export type LabChange = (colour: Triple) => void;

const CURVE_STEPS = 50;
/** Limits on how much a tone curve may stretch or crush: beyond, an 8-bit picture shows steps. */
const SLOPE = { least: 0.3, most: 2.4 } as const;
/** Variance added to both pictures, so that a grey one does not have its noise blown up into colour. */
const CHROMA_PRIOR = 14;
/** How much of the difference between tone bands follows the reference. */
const BAND_SHARE = 0.6;

/**
 * The change that gives one picture the other's colours: tones by their ranks; colour by the linear map that turns one
 * covariance into the other with the least movement (Monge–Kantorovich; Pitié and Kokaram, 2007), then each
 * tone band towards the reference's own mean.
 */
export function colourTransfer(from: ColourStatistics, to: ColourStatistics): LabChange {
  const curve = toneCurve(from.tones, to.tones);
  const [m00, m01, m10, m11] = covarianceMap(from.spread, to.spread);
  return (colour) => {
    const oldBand = bandColour(from, colour[0]);
    colour[0] = curveAt(curve, colour[0]);
    const newBand = bandColour(to, colour[0]);
    const a = colour[1] - from.mean[0];
    const b = colour[2] - from.mean[1];
    const bandA = oldBand[0] - from.mean[0];
    const bandB = oldBand[1] - from.mean[1];
    const shiftA = newBand[0] - to.mean[0] - (m00 * bandA + m01 * bandB);
    const shiftB = newBand[1] - to.mean[1] - (m10 * bandA + m11 * bandB);
    colour[1] = m00 * a + m01 * b + to.mean[0] + BAND_SHARE * shiftA;
    colour[2] = m10 * a + m11 * b + to.mean[1] + BAND_SHARE * shiftB;
  };
}

function toneCurve(from: Float32Array, to: Float32Array): Float32Array {
  const curve = Float32Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
    const rank = rankOf(from, (step / CURVE_STEPS) * 100);
    return to[Math.min(to.length - 1, Math.floor(rank * to.length))]!;
  });
  return meanPreserving(limitSlopes(smoothed(smoothed(curve))), from, to);
}

/** Share of the values below `lightness`. */
function rankOf(sorted: Float32Array, lightness: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < lightness) low = middle + 1;
    else high = middle;
  }
  return low / sorted.length;
}

function smoothed(curve: Float32Array): Float32Array {
  const last = curve.length - 1;
  return curve.map((_, step) => {
    let sum = 0;
    for (let offset = -3; offset <= 3; offset++) sum += curve[clamp(step + offset, 0, last)]!;
    return sum / 7;
  });
}

/** Walks outwards from the middle, so that the limits bend the ends rather than the body of the picture. */
function limitSlopes(curve: Float32Array): Float32Array {
  const out = curve.slice();
  const unit = 100 / CURVE_STEPS;
  const middle = CURVE_STEPS >> 1;
  for (let step = middle + 1; step < out.length; step++) {
    const rise = curve[step]! - curve[step - 1]!;
    out[step] = out[step - 1]! + clamp(rise, SLOPE.least * unit, SLOPE.most * unit);
  }
  for (let step = middle - 1; step >= 0; step--) {
    const rise = curve[step + 1]! - curve[step]!;
    out[step] = out[step + 1]! - clamp(rise, SLOPE.least * unit, SLOPE.most * unit);
  }
  return out;
}

/** Shifts the curve so that the mean lightness still lands on the reference's. */
function meanPreserving(curve: Float32Array, from: Float32Array, to: Float32Array): Float32Array {
  const reached = from.reduce((sum, value) => sum + clamp(curveAt(curve, value), 0, 100), 0) / from.length;
  const wanted = to.reduce((sum, value) => sum + value, 0) / to.length;
  return curve.map((value) => value + wanted - reached);
}

function curveAt(curve: Float32Array, lightness: number): number {
  const at = clamp((lightness / 100) * CURVE_STEPS, 0, CURVE_STEPS);
  const step = Math.min(CURVE_STEPS - 1, Math.floor(at));
  return curve[step]! + (curve[step + 1]! - curve[step]!) * (at - step);
}

type Symmetric = readonly [aa: number, ab: number, bb: number];

/** The 2×2 matrix T with T · from · T = to, symmetric and positive. */
function covarianceMap(from: Symmetric, to: Symmetric): [number, number, number, number] {
  const source: Symmetric = [from[0] + CHROMA_PRIOR, from[1], from[2] + CHROMA_PRIOR];
  const target: Symmetric = [to[0] + CHROMA_PRIOR, to[1], to[2] + CHROMA_PRIOR];
  const root = squareRoot(source);
  const inverse = inverseOf(root);
  const between = squareRoot(sandwich(root, target));
  const [aa, ab, bb] = sandwich(inverse, between);
  return [aa, ab, ab, bb];
}

/** Principal square root of a positive 2×2 matrix, by its trace and determinant. */
function squareRoot([aa, ab, bb]: Symmetric): Symmetric {
  const determinant = Math.sqrt(Math.max(1e-9, aa * bb - ab * ab));
  const trace = Math.sqrt(Math.max(1e-9, aa + bb + 2 * determinant));
  return [(aa + determinant) / trace, ab / trace, (bb + determinant) / trace];
}

function inverseOf([aa, ab, bb]: Symmetric): Symmetric {
  const determinant = Math.max(1e-9, aa * bb - ab * ab);
  return [bb / determinant, -ab / determinant, aa / determinant];
}

/** outer · inner · outer. */
function sandwich([oaa, oab, obb]: Symmetric, [iaa, iab, ibb]: Symmetric): Symmetric {
  const p = oaa * iaa + oab * iab;
  const q = oaa * iab + oab * ibb;
  const r = oab * iaa + obb * iab;
  const s = oab * iab + obb * ibb;
  return [p * oaa + q * oab, p * oab + q * obb, r * oab + s * obb];
}
