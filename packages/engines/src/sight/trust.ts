import { boxMean, type Mask, maskOf, smoothStep } from './mask.js';
import type { Tensor } from './tensor.js';

/**
 * How far the colours on both sides of the outline of a mask differ, 0-1, along all of it. The outline of a thing is where
 * colours change; an outline that was only guessed at cuts through grass or sky.
 * @param grid Red, green and blue, 0-255.
 */
export function outlineContrast(mask: Mask, grid: Tensor): number {
  const { width, height } = mask;
  const radius = Math.max(2, Math.round(Math.max(width, height) * 0.03));
  const inside = boxMean(mask, radius);
  const channels = [0, 1, 2].map((channel) => {
    const values = maskOf(width, height, (cell) => grid.data[cell * 3 + channel]!);
    const all = boxMean(values, radius);
    const within = boxMean(
      maskOf(width, height, (cell) => values.data[cell]! * mask.data[cell]!),
      radius,
    );
    return { all: all.data, within: within.data };
  });
  let sum = 0;
  let weights = 0;
  for (let cell = 0; cell < width * height; cell++) {
    const share = inside.data[cell]!;
    const weight = smoothStep(0.35, 0.45, share) * (1 - smoothStep(0.55, 0.65, share));
    if (weight === 0) continue;
    const steps = channels.map(
      ({ all, within }) => within[cell]! / share - (all[cell]! - within[cell]!) / (1 - share),
    );
    sum += weight * smoothStep(12, 42, Math.hypot(...steps) / Math.sqrt(3));
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}

/** Mean distance from a half, over what is not clearly background: whether a mask says yes or no, or maybe. */
export function decidedness({ data }: Mask): number {
  let sum = 0;
  let count = 0;
  for (const value of data) {
    if (value < 0.15) continue;
    sum += Math.abs(2 * value - 1);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** What two masks have in common, as a share of what either has. */
export function likeness(one: Mask, other: Mask): number {
  let common = 0;
  let either = 0;
  for (let cell = 0; cell < one.data.length; cell++) {
    const value = one.data[cell]!;
    common += Math.min(value, other.data[cell]!);
    either += Math.max(value, other.data[cell]!);
  }
  return either === 0 ? 0 : common / either;
}

/** 1 for a mask that is more than a speck and less than all. */
export function usualSize({ data }: Mask): number {
  const share = data.reduce((sum, value) => sum + value, 0) / data.length;
  return smoothStep(0.003, 0.02, share) * (1 - 0.7 * smoothStep(0.8, 0.95, share));
}

/** 1 for a mask within the picture; less, the more of the border it touches. */
export function centrality({ data, width, height }: Mask): number {
  let touched = 0;
  for (let x = 0; x < width; x++) touched += data[x]!;
  for (let y = 0; y < height; y++) touched += data[y * width]! + data[y * width + width - 1]!;
  return 1 - 0.7 * smoothStep(0.1, 0.6, touched / (width + 2 * height));
}
