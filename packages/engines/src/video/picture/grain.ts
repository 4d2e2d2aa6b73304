import type { YuvPicture } from './yuv-picture.js';

/** The noise of a camera: how strong it is, in steps of brightness, and how much a pixel is like its neighbour (0–1). */
export type GrainKind = { strength: number; likeness: number };

const BLOCK = 16;
/** One block of so many in each direction is enough. */
const STRIDE = 2;
/** The calmest blocks of a picture neither move nor carry texture that could. */
const CALM_SHARE = 0.15;
/** Below the first it is invisible, above the second it is something else than grain. */
const LEAST = 0.9;
const MOST = 9;
/** Brightness at which nothing is cut off. */
const DARKEST = 30;
const BRIGHTEST = 220;
const TILE = 256;
/** The last picture's grain is frozen in it and adds to the fresh grain. */
const FRESH_SHARE = 0.75;

/** The grain that changes between two pictures of a video, as far as there is any. */
export function grainBetween(before: YuvPicture, last: YuvPicture): GrainKind | undefined {
  const { width, height } = last;
  const blocks: { variance: number; covariance: number }[] = [];
  for (let top = 0; top + BLOCK <= height; top += BLOCK * STRIDE) {
    for (let left = 0; left + BLOCK <= width; left += BLOCK * STRIDE) {
      const block = changeIn(before.y, last.y, top * width + left, width);
      if (block) blocks.push(block);
    }
  }
  blocks.sort((one, other) => one.variance - other.variance);
  const calm = blocks.at(Math.floor(blocks.length * CALM_SHARE));
  if (!calm) return undefined;
  // Both pictures have grain, so that their difference has twice its variance.
  const strength = Math.sqrt(calm.variance / 2);
  if (strength < LEAST || strength > MOST) return undefined;
  return { strength, likeness: Math.max(0, Math.min(0.9, calm.covariance / calm.variance)) };
}

function changeIn(
  before: Uint8Array,
  last: Uint8Array,
  from: number,
  stride: number,
): { variance: number; covariance: number } | undefined {
  let [sum, light] = [0, 0];
  const change: number[] = [];
  for (let row = 0; row < BLOCK; row++) {
    for (let i = from + row * stride, end = i + BLOCK; i < end; i++) {
      change.push(last[i]! - before[i]!);
      sum += last[i]! - before[i]!;
      light += last[i]!;
    }
  }
  const count = BLOCK * BLOCK;
  if (light < DARKEST * count || light > BRIGHTEST * count) return undefined;
  const mean = sum / count;
  let [variance, covariance] = [0, 0];
  for (const [i, value] of change.entries()) {
    variance += (value - mean) ** 2;
    if (i % BLOCK !== BLOCK - 1) covariance += (value - mean) * (change[i + 1]! - mean);
  }
  return { variance: variance / count, covariance: covariance / (count - BLOCK) };
}

/** Lays fresh grain of a kind over pictures. */
export class Grain {
  private readonly tile: Int8Array;

  constructor(
    kind: GrainKind,
    private readonly random: () => number,
  ) {
    this.tile = tileOf(kind, random);
  }

  /** In place, differently each time. */
  addTo({ y, width, height }: YuvPicture): void {
    const across = Math.floor(this.random() * TILE);
    const down = Math.floor(this.random() * TILE);
    for (let row = 0, i = 0; row < height; row++) {
      const line = ((row + down) % TILE) * TILE;
      for (let column = 0; column < width; column++, i++) {
        const value = y[i]! + this.tile[line + ((column + across) % TILE)]!;
        y[i] = value < 16 ? 16 : value > 235 ? 235 : value;
      }
    }
  }
}

function tileOf({ strength, likeness }: GrainKind, random: () => number): Int8Array {
  const noise = Float32Array.from(
    { length: TILE * TILE },
    () => random() + random() + random() + random() - 2,
  );
  // Each value takes after the ones to its left and above as far as neighbours are alike.
  const fresh = Math.sqrt(1 - likeness * likeness);
  for (let i = 1; i < noise.length; i++) noise[i] = fresh * noise[i]! + likeness * noise[i - 1]!;
  for (let i = TILE; i < noise.length; i++) noise[i] = fresh * noise[i]! + likeness * noise[i - TILE]!;
  const scale = FRESH_SHARE * strength * Math.sqrt(3);
  return Int8Array.from(noise, (value) => Math.round(Math.max(-60, Math.min(60, value * scale))));
}
