import { type Plane, boxBlur, mapPlane } from './plane.js';

/**
 * An edge-preserving base layer in two small planes: base = slope · value + offset.
 *
 * After He, Sun and Tang, "Guided Image Filtering" (2013) and "Fast Guided Filter" (2015): solved on a small grid,
 * evaluated with the full picture's own value, so that the base keeps the picture's sharp edges.
 */
export type GuidedBase = {
  readonly slope: Plane;
  readonly offset: Plane;
};

/**
 * @param guide Luma, 0–1.
 * @param radius In cells of the guide, at least 1.
 * @param contrast Steps in luma below this count as texture and are smoothed; larger ones are edges and stay.
 */
export function guidedBase(guide: Plane, radius: number, contrast: number): GuidedBase {
  const { width, height } = guide;
  // Plain loops: this runs on the largest grids, and a callback for every cell doubles its time.
  const squares = guide.data.slice();
  for (let cell = 0; cell < squares.length; cell++) squares[cell]! *= squares[cell]!;
  const mean = boxBlur(guide, radius).data;
  const meanOfSquares = boxBlur({ data: squares, width, height }, radius).data;
  const slopes = new Float32Array(mean.length);
  const offsets = new Float32Array(mean.length);
  for (let cell = 0; cell < mean.length; cell++) {
    const variance = Math.max(0, meanOfSquares[cell]! - mean[cell]! * mean[cell]!);
    slopes[cell] = variance / (variance + contrast * contrast);
    offsets[cell] = mean[cell]! * (1 - slopes[cell]!);
  }
  const slope = { data: slopes, width, height };
  const offset = { data: offsets, width, height };
  return { slope: boxBlur(slope, radius), offset: boxBlur(offset, radius) };
}

/**
 * One plane smoothed along the edges of another, as a straight line of the guide's value at each place, so that it can be
 * read at the guide's full size.
 * @param radius In cells, at least 1.
 * @param contrast Steps of the guide below this do not hold an edge.
 */
export function crossFit(plane: Plane, guide: Plane, radius: number, contrast: number): GuidedBase {
  const product = (one: Plane, other: Plane): Plane =>
    mapPlane(one, (value, cell) => value * other.data[cell]!);
  const guideMean = boxBlur(guide, radius);
  const planeMean = boxBlur(plane, radius);
  const guideSquares = boxBlur(product(guide, guide), radius);
  const products = boxBlur(product(guide, plane), radius);
  const slope = mapPlane(products, (value, cell) => {
    const covariance = value - guideMean.data[cell]! * planeMean.data[cell]!;
    const variance = Math.max(0, guideSquares.data[cell]! - guideMean.data[cell]! ** 2);
    return covariance / (variance + contrast * contrast);
  });
  const offset = mapPlane(planeMean, (value, cell) => value - slope.data[cell]! * guideMean.data[cell]!);
  return {
    slope: boxBlur(boxBlur(slope, radius), radius >> 1),
    offset: boxBlur(boxBlur(offset, radius), radius >> 1),
  };
}

/** The straight lines at the guide's values. */
export function crossValue({ slope, offset }: GuidedBase, guide: Plane): Plane {
  return mapPlane(guide, (value, cell) => slope.data[cell]! * value + offset.data[cell]!);
}
