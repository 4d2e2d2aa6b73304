import { boxMean, type Mask, maskOf, smoothStep } from './mask.js';
import type { Tensor } from './tensor.js';

const BACKDROP_COLOURS = 6;
const CLUSTER_ROUNDS = 5;
const SCANS = 4;
/** Difference of colour (ΔE) below which nothing stands out. */
const LEAST_CONTRAST = 16;
/** Lightness counts less than hue: a shadow on the backdrop is still backdrop. */
const CHANNEL_WEIGHTS = [0.6, 1, 1] as const;

/**
 * What stands out from the border of the picture: by how much colour has to change on the best way from the border (after
 * Zhang et al., "Minimum Barrier Salient Object Detection at 80 FPS", 2015), by its distance to the colours of the
 * border, and by how near it is to the centre.
 * @param grid Red, green and blue, 0-255.
 */
export function salienceOf(grid: Tensor): Mask {
  const { width, height } = grid;
  const lab = labOf(grid);
  const barriers = CHANNEL_WEIGHTS.map((_, channel) => barrierOf(lab[channel]!));
  const backdrop = clusters(lab, borderCells(width, height));
  const barrier = scaled(
    maskOf(width, height, (cell) => weighted((channel) => barriers[channel]!.data[cell]!)),
    LEAST_CONTRAST,
  );
  const strange = scaled(
    maskOf(width, height, (cell) => nearestOf(lab, cell, backdrop)),
    LEAST_CONTRAST,
  );
  const raw = maskOf(width, height, (cell) => {
    const x = ((cell % width) + 0.5) / width - 0.5;
    const y = (Math.floor(cell / width) + 0.5) / height - 0.52;
    const central = Math.exp(-5 * (x * x + y * y));
    return (0.55 * barrier.data[cell]! + 0.45 * strange.data[cell]!) * (0.3 + 0.7 * central);
  });
  const radius = Math.max(1, Math.round(Math.max(width, height) * 0.015));
  const smooth = scaled(boxMean(boxMean(raw, radius), radius), 0.2);
  const level = parting(smooth);
  return maskOf(width, height, (cell) => smoothStep(level - 0.14, level + 0.14, smooth.data[cell]!));
}

function weighted(value: (channel: number) => number): number {
  return CHANNEL_WEIGHTS.reduce((sum, weight, channel) => sum + weight * value(channel), 0);
}

function labOf({ data, width, height }: Tensor): Mask[] {
  const planes = CHANNEL_WEIGHTS.map(() => maskOf(width, height, () => 0));
  for (let cell = 0; cell < width * height; cell++) {
    const red = linearOf(data[cell * 3]! / 255);
    const green = linearOf(data[cell * 3 + 1]! / 255);
    const blue = linearOf(data[cell * 3 + 2]! / 255);
    const x = Math.cbrt(0.4338903 * red + 0.3762294 * green + 0.1898803 * blue);
    const y = Math.cbrt(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const z = Math.cbrt(0.0177541 * red + 0.1094635 * green + 0.8727824 * blue);
    planes[0]!.data[cell] = 116 * y - 16;
    planes[1]!.data[cell] = 500 * (x - y);
    planes[2]!.data[cell] = 200 * (y - z);
  }
  return planes;
}

function linearOf(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

/** The least difference between the highest and the lowest value that a way from the border to a cell has to cross. */
function barrierOf({ data, width, height }: Mask): Mask {
  const highest = data.slice();
  const lowest = data.slice();
  const barrier = new Float32Array(data.length).fill(Infinity);
  for (let x = 0; x < width; x++) barrier[x] = barrier[(height - 1) * width + x] = 0;
  for (let y = 0; y < height; y++) barrier[y * width] = barrier[y * width + width - 1] = 0;
  const reach = (cell: number, from: number): void => {
    const high = Math.max(highest[from]!, data[cell]!);
    const low = Math.min(lowest[from]!, data[cell]!);
    if (high - low >= barrier[cell]!) return;
    barrier[cell] = high - low;
    highest[cell] = high;
    lowest[cell] = low;
  };
  for (let scan = 0; scan < SCANS; scan++)
    for (let step = 0; step < data.length; step++) {
      const isForward = scan % 2 === 0;
      const cell = isForward ? step : data.length - 1 - step;
      const x = cell % width;
      const y = Math.floor(cell / width);
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) continue;
      reach(cell, isForward ? cell - 1 : cell + 1);
      reach(cell, isForward ? cell - width : cell + width);
    }
  return { data: barrier, width, height };
}

/** The lower border is left out: people and things are there. */
function borderCells(width: number, height: number): number[] {
  const cells: number[] = [];
  for (let x = 0; x < width; x++) cells.push(x);
  for (let y = 1; y < height * 0.85; y++) cells.push(y * width, y * width + width - 1);
  return cells;
}

/** k-means from evenly spaced starts, so that equal pictures give equal clusters. */
function clusters(lab: readonly Mask[], cells: readonly number[]): number[][] {
  const colours = cells.map((cell) => lab.map(({ data }) => data[cell]!));
  let centres = Array.from(
    { length: Math.min(BACKDROP_COLOURS, colours.length) },
    (_, index) => colours[Math.floor((index * colours.length) / BACKDROP_COLOURS)]!,
  );
  for (let round = 0; round < CLUSTER_ROUNDS; round++) {
    const groups: number[] = centres.map(() => 0);
    const sums = centres.map(() => [0, 0, 0]);
    for (const colour of colours) {
      const distances = centres.map((centre) =>
        weighted((channel) => Math.abs(centre[channel]! - colour[channel]!)),
      );
      const nearest = distances.indexOf(Math.min(...distances));
      groups[nearest]!++;
      for (const [channel, value] of colour.entries()) sums[nearest]![channel]! += value;
    }
    centres = centres.map((centre, index) =>
      groups[index] === 0 ? centre : sums[index]!.map((sum) => sum / groups[index]!),
    );
  }
  return centres;
}

function nearestOf(lab: readonly Mask[], cell: number, colours: readonly (readonly number[])[]): number {
  let nearest = Infinity;
  for (const colour of colours) {
    let distance = 0;
    for (let channel = 0; channel < 3; channel++)
      distance += CHANNEL_WEIGHTS[channel]! * Math.abs(lab[channel]!.data[cell]! - colour[channel]!);
    nearest = Math.min(nearest, distance);
  }
  return nearest;
}

/** 1 is what all but the highest two in a hundred are below, or `least` where that is more: noise is not spread. */
function scaled(mask: Mask, least: number): Mask {
  const top = Math.max(least, mask.data.toSorted()[Math.floor(mask.data.length * 0.98)]!);
  return maskOf(mask.width, mask.height, (cell) => Math.min(1, mask.data[cell]! / top));
}

const LEVELS = 64;

/** The level that parts the values best (Otsu, 1979). */
function parting({ data }: Mask): number {
  const counts = new Float64Array(LEVELS);
  for (const value of data) counts[Math.min(LEVELS - 1, Math.floor(value * LEVELS))]!++;
  const total = counts.reduce((sum, count, level) => sum + count * level, 0);
  let below = 0;
  let sumBelow = 0;
  let best = 0;
  let parting = LEVELS / 2;
  for (let level = 0; level < LEVELS - 1; level++) {
    below += counts[level]!;
    sumBelow += counts[level]! * level;
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const gap = sumBelow / below - (total - sumBelow) / above;
    const between = below * above * gap * gap;
    if (between <= best) continue;
    best = between;
    parting = level + 1;
  }
  return parting / LEVELS;
}
