import type { Face, Outline } from '../sight/index.js';
import { smoothStep } from './colour.js';
import { type Plane, boxBlur, mapPlane, planeOf } from './plane.js';
import { resample } from './plane-rows.js';
import { skinMask } from './skin-mask.js';
import { type Planes, luminancePlane } from './shrink.js';

/** What is known of the people in a picture: see engines/sight. */
export type People = Pick<Outline, 'mask' | 'trust'> & { readonly faces: readonly Face[] };

export const NOBODY: People = {
  faces: [],
  mask: { data: new Float32Array(1), width: 1, height: 1 },
  trust: 0,
};

/** Colour of a place without its brightness: stays the same in the light and in the shade of one skin. */
type Tint = { readonly red: number; readonly blue: number };

/** The skin of a face: its usual tint, how far that varies, its brightness, and where the face is, in cells. */
type FaceSkin = {
  readonly tint: Tint;
  readonly spread: Tint;
  readonly luma: number;
  readonly centre: { readonly x: number; readonly y: number };
  readonly reach: { readonly x: number; readonly y: number };
};

/** Fine roughness as a share of brightness: skin is below, hair and fur above. A face may have freckles. */
const ROUGH = { from: 0.035, to: 0.07 } as const;
const ROUGH_IN_FACE = { from: 0.06, to: 0.13 } as const;
/** Without a face to compare with, only what is as smooth as a cheek counts, and little. */
const ROUGH_ALONE = { from: 0.012, to: 0.025 } as const;
const UNEVEN_ALONE = { from: 0.025, to: 0.05 } as const;
const SURE_ALONE = 0.35;
const FEWEST_CELLS = 6;

/**
 * How sure each cell is skin, 0–1. Wood, fur and hair have the colours of skin, so a face says which tint is skin here, and
 * the rest of it is sought on persons, where the surface is as smooth as skin.
 * @param planes Encoded colour, 0–1. @param fine Roughness within a few pixels, of the same grid.
 */
export function skinArea(planes: Planes, fine: Plane, people: People): Plane {
  const luma = luminancePlane(planes);
  const { width, height } = luma;
  const rough = mapPlane(fine, (value, cell) => value / (luma.data[cell]! + 0.15));
  const general = skinMask(planes);
  const faces = people.faces.map(({ box }) => faceSkin(planes, luma, general, box));
  if (faces.length === 0) return alone(general, luma, rough);
  const persons = resample(people.mask, width, height);
  const tints = tintsOf(planes, luma);
  const likely = planeOf(width, height, (cell) => {
    if (rough.data[cell]! > ROUGH_IN_FACE.to) return 0;
    const x = cell % width;
    const y = Math.floor(cell / width);
    let best = 0;
    for (const face of faces) {
      const inside = 1 - smoothStep(0.75, 1.15, awayFrom(face, x, y));
      const person = Math.max(inside, smoothStep(0.3, 0.7, persons.data[cell]!) * people.trust);
      const tolerance = 1 + 0.6 * inside;
      const away = Math.hypot(
        (tints.red.data[cell]! - face.tint.red) / face.spread.red,
        (tints.blue.data[cell]! - face.tint.blue) / face.spread.blue,
      );
      const tint = 1 - smoothStep(1.6 * tolerance, 2.8 * tolerance, away);
      const light = smoothStep(0.3, 0.5, luma.data[cell]! / face.luma);
      const { from, to } = inside > 0.5 ? ROUGH_IN_FACE : ROUGH;
      best = Math.max(best, tint * light * person * (1 - smoothStep(from, to, rough.data[cell]!)));
    }
    return best;
  });
  return withoutSpecks(likely, Math.max(1, Math.round(Math.max(width, height) * 0.004)));
}

function alone(general: Plane, luma: Plane, rough: Plane): Plane {
  const radius = Math.max(2, Math.round(Math.max(luma.width, luma.height) * 0.012));
  const uneven = deviation(luma, radius);
  const likely = mapPlane(general, (value, cell) => {
    const relative = uneven.data[cell]! / (luma.data[cell]! + 0.15);
    const smooth = 1 - smoothStep(ROUGH_ALONE.from, ROUGH_ALONE.to, rough.data[cell]!);
    return SURE_ALONE * value * smooth * (1 - smoothStep(UNEVEN_ALONE.from, UNEVEN_ALONE.to, relative));
  });
  return boxBlur(boxBlur(likely, radius >> 1), radius >> 1);
}

/** Standard deviation of a plane within a square around each cell. */
function deviation(plane: Plane, radius: number): Plane {
  const mean = boxBlur(plane, radius);
  const squares = boxBlur(
    mapPlane(plane, (value) => value * value),
    radius,
  );
  return mapPlane(mean, (value, cell) => Math.sqrt(Math.max(0, squares.data[cell]! - value * value)));
}

function faceSkin(planes: Planes, luma: Plane, general: Plane, box: Face['box']): FaceSkin {
  const { width, height } = luma;
  const centre = { x: (box.x + box.width / 2) * width, y: (box.y + box.height * 0.52) * height };
  const reach = { x: (box.width * width) / 2, y: (box.height * height) / 2 };
  const cells: number[] = [];
  for (let y = Math.max(0, Math.floor(centre.y - reach.y)); y < Math.min(height, centre.y + reach.y); y++)
    for (let x = Math.max(0, Math.floor(centre.x - reach.x)); x < Math.min(width, centre.x + reach.x); x++)
      if (awayFrom({ centre, reach }, x, y) < 0.55) cells.push(y * width + x);
  // Under coloured light no cell has a colour of skin; the middle of a face is skin all the same.
  const usual = cells.filter((cell) => general.data[cell]! > 0.3);
  const chosen = usual.length > cells.length / 4 && usual.length >= FEWEST_CELLS ? usual : cells;
  const tints = chosen.map((cell) => tintAt(planes, luma, cell));
  const tint = { red: median(tints.map(({ red }) => red)), blue: median(tints.map(({ blue }) => blue)) };
  const spread = (name: keyof Tint): number =>
    Math.min(0.06, Math.max(0.025, 1.5 * median(tints.map((one) => Math.abs(one[name] - tint[name])))));
  return {
    tint,
    spread: { red: spread('red'), blue: spread('blue') },
    luma: Math.max(0.02, median(chosen.map((cell) => luma.data[cell]!))),
    centre,
    reach,
  };
}

/** 1 on the ellipse of the box of a face, 0 at its centre. */
function awayFrom({ centre, reach }: Pick<FaceSkin, 'centre' | 'reach'>, x: number, y: number): number {
  return Math.hypot((x + 0.5 - centre.x) / reach.x, (y + 0.5 - centre.y) / reach.y);
}

function tintsOf({ red, blue }: Planes, luma: Plane): { red: Plane; blue: Plane } {
  const tint = (channel: Plane): Plane =>
    mapPlane(luma, (value, cell) => (channel.data[cell]! - value) / (value + 0.1));
  return { red: tint(red), blue: tint(blue) };
}

function tintAt({ red, blue }: Planes, luma: Plane, cell: number): Tint {
  const value = luma.data[cell]!;
  return { red: (red.data[cell]! - value) / (value + 0.1), blue: (blue.data[cell]! - value) / (value + 0.1) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

/** Keeps a cell only where much of its neighbourhood is skin too, then softens the border. */
function withoutSpecks(mask: Plane, radius: number): Plane {
  const crowd = boxBlur(boxBlur(mask, radius * 3), radius * 3);
  const kept = mapPlane(mask, (value, cell) => value * smoothStep(0.2, 0.45, crowd.data[cell]!));
  return boxBlur(boxBlur(kept, radius), radius);
}
