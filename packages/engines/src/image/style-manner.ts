import { UNIT_OF_BYTE, clamp, mix, smoothStep } from './colour.js';
import { type FlowField, directionsOf, flowField } from './flow-field.js';
import { type Plane, boxBlur } from './plane.js';
import { type Raster, gridWithin } from './raster.js';
import { type Planes, luminancePlane, mapPlanes, shrink } from './shrink.js';

/** Pixels of a reference's longer side that strokes are measured on. */
export const MANNER_GRID = 512;
/** Gradient (luma a cell, root mean square) that nearly all of a picture reaches only where it is made of strokes all over. */
const STROKES = { from: 0.017, to: 0.022 } as const;
const STROKES_RANK = 0.05;
/** Gradient below which a cell is one flat tone; no photograph is without any grain. */
const FLAT_GRADIENT = 0.0012;
const FLAT_SHARE = { from: 0.35, to: 0.6 } as const;
/** How far apart cells are compared to find out how large strokes are. */
const DISTANCES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40] as const;
const WIDEST = 16;
/** Only one cell in this many, both ways, is compared. */
const SPARSE = 5;

export type Manner = {
  /** 1 for a drawing in flat tones, 0 for a photograph. */
  readonly flatness: number;
  /** Absent for a photograph. */
  readonly strokes?: StrokeManner;
};

/** The strokes of a reference. Lengths are shares of its longer side. */
export type StrokeManner = {
  /** How sure it is that it is made of strokes all over, 0–1. */
  readonly amount: number;
  readonly width: number;
  readonly length: number;
  /** 1 for strokes with a direction, 0 for tiles and dots. */
  readonly direction: number;
  readonly flow: FlowField;
  /** Colours without the strokes' own, and how the strokes differ from them; cell by cell. */
  readonly ground: Planes;
  readonly touches: Planes;
};

/** Measures a reference on a small copy of it. */
export function mannerOf(reference: Raster): Manner {
  const planes = shrink(reference, gridWithin(reference, MANNER_GRID), UNIT_OF_BYTE);
  const luma = luminancePlane(planes);
  const flow = flowField(luma, 6);
  const gradients = flow.energy.data
    .filter((_, cell) => cell % SPARSE === 0)
    .map(Math.sqrt)
    .sort();
  const amount = smoothStep(
    STROKES.from,
    STROKES.to,
    gradients[Math.floor(gradients.length * STROKES_RANK)]!,
  );
  return {
    flatness: flatnessOf(gradients),
    strokes: amount > 0 ? { amount, flow, ...strokesOf(planes, luma, flow) } : undefined,
  };
}

function strokesOf(planes: Planes, luma: Plane, flow: FlowField): Omit<StrokeManner, 'amount' | 'flow'> {
  const { width, length } = strokeSize(luma, flow);
  const direction = smoothStep(0.2, 0.4, coherenceOf(flow));
  const side = Math.max(luma.width, luma.height);
  const wide = Math.round(2.5 * width);
  const ground = mapPlanes(planes, (plane) => boxBlur(boxBlur(plane, wide), wide));
  const tones = mapPlanes(planes, (plane) => boxBlur(plane, Math.round(mix(0.7, 0.25, direction) * width)));
  return {
    width: width / side,
    length: mix(1.3 * width, length, direction) / side,
    direction,
    ground,
    touches: {
      red: minus(tones.red, ground.red),
      green: minus(tones.green, ground.green),
      blue: minus(tones.blue, ground.blue),
    },
  };
}

function minus(plane: Plane, other: Plane): Plane {
  const data = plane.data.slice();
  for (let cell = 0; cell < data.length; cell++) data[cell]! -= other.data[cell]!;
  return { ...plane, data };
}

function flatnessOf(gradients: Float32Array): number {
  const flat = gradients.findIndex((gradient) => gradient >= FLAT_GRADIENT);
  return smoothStep(FLAT_SHARE.from, FLAT_SHARE.to, (flat < 0 ? gradients.length : flat) / gradients.length);
}

/** Strong edges count more; all edges of one direction nearby give 1. */
function coherenceOf({ cosine, sine, energy }: FlowField): number {
  let agreeing = 0;
  let total = 1e-9;
  for (let cell = 0; cell < energy.data.length; cell++) {
    agreeing += Math.sqrt(cosine.data[cell]! ** 2 + sine.data[cell]! ** 2);
    total += energy.data[cell]!;
  }
  return agreeing / total;
}

/** How far one must go across and along the flow until the picture has changed as much as it ever does nearby. */
function strokeSize(luma: Plane, flow: FlowField): { width: number; length: number } {
  const { across, down } = directionsOf(flow.cosine.data, flow.sine.data);
  const crosswise = DISTANCES.map((distance) => change(luma, across, down, 0, distance));
  const lengthwise = DISTANCES.map((distance) => change(luma, across, down, distance, 0));
  const enough = 0.75 * Math.max(...crosswise.filter((_, index) => DISTANCES[index]! <= WIDEST));
  const reach = (changes: number[]): number =>
    DISTANCES[changes.findIndex((value) => value >= enough)] ?? DISTANCES.at(-1)!;
  const width = clamp(reach(crosswise), 2, WIDEST);
  return { width, length: Math.max(width, reach(lengthwise)) };
}

/** Mean square of the step in luma to the cell that is `along` the flow and `aside` of it. */
function change(
  { data, width, height }: Plane,
  across: Float32Array,
  down: Float32Array,
  along: number,
  aside: number,
): number {
  let sum = 0;
  let count = 0;
  for (let y = 1; y < height; y += SPARSE) {
    for (let x = 1; x < width; x += SPARSE) {
      const cell = y * width + x;
      const column = Math.round(x + across[cell]! * along - down[cell]! * aside);
      const row = Math.round(y + down[cell]! * along + across[cell]! * aside);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const step = data[row * width + column]! - data[cell]!;
      sum += step * step;
      count++;
    }
  }
  return sum / Math.max(1, count);
}
