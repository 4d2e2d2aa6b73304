import { type Triple, encodedOf, smoothStep } from './colour.js';
import { crossFiltered } from './guided-filter.js';
import { type Plane, boxBlur, mapPlane, planeOf } from './plane.js';
import { type Planes, labCells, luminancePlane } from './shrink.js';

const BACKDROP_COLOURS = 5;
const CLUSTER_ROUNDS = 6;
/** Colour distance (ΔE) at which a cell no longer belongs to the backdrop. */
const DISTINCT = 26;
/** Steps of tone (encoded, 0–1) that the outline of the subject follows. */
const EDGE_CONTRAST = 0.06;

/**
 * Guesses what is subject (1) and what is background (0): the colours along the left, right and upper border are taken as the
 * backdrop's, and a cell counts as subject by its distance to all of them and to the border.
 * @param linear Linear colour of a small grid.
 */
export function subjectMask(linear: Planes): Plane {
  const { width, height } = linear.red;
  const colours = labCells(linear);
  const backdrop = clusters(borderCells(width, height).map((cell) => colours[cell]!));
  const raw = planeOf(width, height, (cell) => {
    const nearest = Math.min(...backdrop.map((colour) => distance(colour, colours[cell]!)));
    const x = ((cell % width) + 0.5) / width - 0.5;
    const y = (Math.floor(cell / width) + 0.5) / height - 0.58;
    const central = Math.exp(-5 * (x * x + y * y));
    return (nearest / DISTINCT) * (0.35 + 0.65 * central) + 0.45 * central;
  });
  const radius = Math.max(1, Math.round(Math.max(width, height) * 0.02));
  const smooth = boxBlur(boxBlur(raw, radius), radius);
  const rough = mapPlane(smooth, (value) => smoothStep(0.35, 0.75, value));
  const tones = mapPlane(luminancePlane(linear), (value) => encodedOf(value));
  const sharp = crossFiltered(rough, tones, radius * 3, EDGE_CONTRAST);
  return mapPlane(sharp, (value) => smoothStep(0.1, 0.9, value));
}

/** The lower border is left out: that is where people and things stand. */
function borderCells(width: number, height: number): number[] {
  const cells: number[] = [];
  for (let x = 0; x < width; x++) cells.push(x);
  for (let y = 1; y < height * 0.8; y++) cells.push(y * width, y * width + width - 1);
  return cells;
}

/** k-means from evenly spaced starts, so that equal pictures give equal clusters. */
function clusters(colours: Triple[]): Triple[] {
  let centres = Array.from(
    { length: Math.min(BACKDROP_COLOURS, colours.length) },
    (_, index) => colours[Math.floor((index * colours.length) / BACKDROP_COLOURS)]!,
  );
  for (let round = 0; round < CLUSTER_ROUNDS; round++) {
    const groups: Triple[][] = centres.map(() => []);
    for (const colour of colours) groups[nearestIndex(centres, colour)]!.push(colour);
    centres = centres.map((centre, index) => meanColour(groups[index]!) ?? centre);
  }
  return centres;
}

function nearestIndex(centres: Triple[], colour: Triple): number {
  const distances = centres.map((centre) => distance(centre, colour));
  return distances.indexOf(Math.min(...distances));
}

function meanColour(colours: Triple[]): Triple | undefined {
  if (colours.length === 0) return undefined;
  const sum = (channel: 0 | 1 | 2): number =>
    colours.reduce((total, colour) => total + colour[channel], 0) / colours.length;
  return [sum(0), sum(1), sum(2)];
}

function distance(one: Triple, other: Triple): number {
  return Math.hypot((one[0] - other[0]) * 0.6, one[1] - other[1], one[2] - other[2]);
}
