import type { CartoonLook } from './cartoon-look.js';
import { cartoonOf, inkOf } from './cartoon.js';
import { LUMINANCE, UNIT_OF_BYTE, clamp, luminanceOf, mix } from './colour.js';
import type { ColourCube } from './colour-cube.js';
import { type GuidedBase, guidedBase } from './guided-filter.js';
import type { Checkpoint } from './image-job.js';
import { dithered } from './noise.js';
import { type Rows, eachRow } from './plane-rows.js';
import { type Plane, glowOf, mapPlane } from './plane.js';
import { type Raster, gridWithin } from './raster.js';
import { type Planes, luminancePlane, shrink } from './shrink.js';
import { deviation, skinMask } from './skin-mask.js';
import { headArea } from './head-area.js';
import { NOBODY, type People, skinArea } from './skin-area.js';
import { styleCubes } from './style-colour.js';
import { mannerOf } from './style-manner.js';
import { paintStrokes } from './style-strokes.js';
import { styleLook } from './style-looks.js';
import type { StyleTransferSettings } from './style-transfer-settings.js';
import { ToneCurve } from './tone-curve.js';

const DETAIL_GRID = 640;
/** For a reference that is a drawing without being asked for one: flat parts, no lines. */
const FLAT: CartoonLook = { reach: 0.03, contrast: 0.5, lineWidth: 0.0016, lineFrom: 1, ink: 0 };
const TEXTURE_GRID = 256;
/** What a style does to faces is tried on so few pixels. */
const TRIAL_GRID = 256;
const NO_REPORT: Checkpoint = () => {};
/** What ink may take from the luma of faces on average, which is given back; more of it is drawn more faintly. */
const INK_HELD = 0.015;
/** Steps of luma above this are form, not texture. */
const TEXTURE_CONTRAST = 0.06;
/** Share of a portrait's skin texture that each beautifier takes. */
const BEAUTIFIED = { beautify_face: 0.5, beautify_face_max: 0.9 } as const;

/** Share of strokes and of flat parts that leaves what is held: both blend a face with its shadows and its hair. */
const BARE = { strokes: 0.4, flat: 0.7 } as const;

/** What the pixel loop reads along a row. */
type StylePlanes = {
  readonly flatRed?: Plane;
  readonly flatGreen?: Plane;
  readonly flatBlue?: Plane;
  readonly edge?: Plane;
  readonly glow?: Plane;
  readonly paintedRed?: Plane;
  readonly paintedGreen?: Plane;
  readonly paintedBlue?: Plane;
  readonly paintedCover?: Plane;
  /** Where faces and their hair are, or a portrait's skin. */
  readonly held?: Plane;
  /** Of a portrait. */
  readonly skin?: Plane;
} & GuidedBase;

type StyleWork = {
  readonly planes: StylePlanes;
  readonly cube: ColourCube;
  readonly heldCube: ColourCube;
  /** Of the pixel at work; made once. */
  readonly heldColour: Float32Array;
  /** Factor on texture. */
  readonly detail: number;
  /** How far strokes hide the picture, 0–1. */
  readonly painted: number;
  /** How far flat parts replace it, 0–1, and in what manner. */
  readonly flattened: number;
  readonly cartoon: CartoonLook;
  /** Share of the texture that a portrait's skin loses. */
  readonly smoothing: number;
  /** How far the manner would move the colours of what is held, channel by channel, and how much ink takes from its luma. */
  readonly shifts: readonly ToneCurve[];
  readonly inked: ToneCurve;
};

/** Gives the picture the reference's style in place. Deterministic for equal pictures, settings and seed. */
export function transferStyle(
  raster: Raster,
  reference: Raster,
  settings: StyleTransferSettings,
  checkpoint: Checkpoint,
  people: People = NOBODY,
): void {
  const work = prepare(raster, reference, settings, people);
  const report: Checkpoint = (share) => checkpoint(0.2 + 0.8 * share);
  eachRow(raster, work.planes, report, (y, row) => styleRow(raster, y, work, row));
}

/** Styles a small copy to see what the manner does to what is held: how far it moves colours, and how much ink it lays on. */
function tryManner(raster: Raster, work: StyleWork): void {
  const grid = gridWithin(raster, TRIAL_GRID);
  const before = copyOf(shrink(raster, grid, UNIT_OF_BYTE));
  const after = { ...before, data: before.data.slice() };
  const { shifts, inked, cartoon } = work;
  const colour = new Float32Array(3);
  const inkless = { ...work, cartoon: { ...cartoon, ink: 0 } };
  eachRow(after, work.planes, NO_REPORT, (y, row) => {
    styleRow(after, y, inkless, row);
    for (let x = 0, pixel = y * grid.width * 3; x < grid.width; x++, pixel += 3) {
      const held = row.held![x]!;
      for (let channel = 0; channel < 3; channel++)
        colour[channel] = UNIT_OF_BYTE[before.data[pixel + channel]!]!;
      const luma = luminanceOf(colour[0]!, colour[1]!, colour[2]!);
      if (row.edge) inked.add(luma, luma * inkOf(row.edge[x]!, cartoon), held);
      recolour(colour, held, work);
      for (let channel = 0; channel < 3; channel++)
        shifts[channel]!.add(luma, UNIT_OF_BYTE[after.data[pixel + channel]!]! - colour[channel]!, held);
    }
  });
  for (const curve of [...shifts, inked]) curve.settle();
}

function prepare(
  raster: Raster,
  reference: Raster,
  settings: StyleTransferSettings,
  people: People,
): StyleWork {
  const strength = settings.styleStrength / 100;
  const look = styleLook(settings.engine, settings.flavor);
  const encoded = shrink(raster, gridWithin(raster, DETAIL_GRID), UNIT_OF_BYTE);
  const small = copyOf(encoded);
  const luma = luminancePlane(encoded);
  const radius = Math.max(1, Math.round(Math.max(luma.width, luma.height) * 0.01));
  const structure = structureOf(settings.structureStrength);
  const texture = mix(1, look.detail * textureRatio(small, reference), strength);
  const { isPortrait, portraitBeautifier } = settings;
  const { strokes, flatness } = mannerOf(reference);
  const cover = strength * coverOf(settings.structureStrength);
  const painted = cover * look.strokes * (strokes?.amount ?? 0);
  const { whole, held: heldCube } = styleCubes(small, reference, settings, look, painted > 0);
  const cartoon = look.cartoon ?? FLAT;
  const isDrawn = look.cartoon !== undefined;
  const flattened = cover * (isDrawn ? 1 : flatness);
  const drawing = flattened > 0 ? cartoonOf(encoded, cartoon) : undefined;
  const skin = isPortrait ? skinMask(encoded) : undefined;
  const held = heldArea(encoded, skin, people);
  const painting =
    strokes && painted > 0
      ? paintStrokes(encoded, {
          manner: strokes,
          cube: whole,
          held: held && { mask: held, cube: heldCube },
          fineness: settings.structureStrength / 100 + look.fineness,
          seed: settings.fixedGeneration ? 0 : settings.seed,
        })
      : undefined;
  const work: StyleWork = {
    planes: {
      ...guidedBase(luma, radius, TEXTURE_CONTRAST),
      flatRed: drawing?.flat.red,
      flatGreen: drawing?.flat.green,
      flatBlue: drawing?.flat.blue,
      edge: isDrawn ? drawing?.edge : undefined,
      glow: glowOf(luma, look.glow * strength, 0.55, 0.025),
      paintedRed: painting?.red,
      paintedGreen: painting?.green,
      paintedBlue: painting?.blue,
      paintedCover: painting?.cover,
      held,
      skin,
    },
    cube: whole,
    heldCube,
    heldColour: new Float32Array(3),
    detail: texture * structure,
    painted,
    flattened,
    cartoon: { ...cartoon, ink: cartoon.ink * strength },
    smoothing: portraitBeautifier ? BEAUTIFIED[portraitBeautifier] : 0,
    shifts: [new ToneCurve(), new ToneCurve(), new ToneCurve()],
    inked: new ToneCurve(),
  };
  if (held) tryManner(small, work);
  return work;
}

/** Faces with their hair, and skin, as far as it is known where they are. */
function heldArea(encoded: Planes, skin: Plane | undefined, people: People): Plane | undefined {
  if (people.faces.length === 0) return skin;
  const luma = luminancePlane(encoded);
  const head = headArea(people, luma.width, luma.height);
  const bare = skinArea(encoded, deviation(luma, 2), people);
  return mapPlane(head, (value, cell) => Math.max(value, bare.data[cell]!, skin ? skin.data[cell]! : 0));
}

/** Small planes as a picture to measure, which saves reading the large one again. */
function copyOf({ red, green, blue }: Planes): Raster {
  const { width, height } = red;
  const data = new Uint8ClampedArray(width * height * 3);
  for (let cell = 0, at = 0; cell < red.data.length; cell++, at += 3) {
    data[at] = red.data[cell]! * 255;
    data[at + 1] = green.data[cell]! * 255;
    data[at + 2] = blue.data[cell]! * 255;
  }
  return { data, width, height, channels: 3 };
}

/** How far strokes hide what is under them: wholly at 0, less than half at 100. */
function coverOf(percent: number): number {
  return percent <= 50 ? mix(1, 0.92, percent / 50) : mix(0.92, 0.4, (percent - 50) / 50);
}

/** 0 → nearly without texture, 50 → as it is, 100 → doubled. */
function structureOf(percent: number): number {
  return percent <= 50 ? mix(0.1, 1, percent / 50) : mix(1, 2.1, (percent - 50) / 50);
}

/** How much livelier the reference's fine texture is than the picture's, damped and limited. */
function textureRatio(raster: Raster, reference: Raster): number {
  const own = textureOf(raster);
  const wanted = textureOf(reference);
  return clamp(((wanted + 0.004) / (own + 0.004)) ** 0.4, 0.7, 1.4);
}

function textureOf(raster: Raster): number {
  const luma = luminancePlane(shrink(raster, gridWithin(raster, TEXTURE_GRID), UNIT_OF_BYTE));
  const rough = deviation(luma, 1).data.slice().sort();
  // The median: a few hard outlines are not texture.
  return rough[rough.length >> 1]!;
}

/** The reference's colours, or where faces are those that they may have. */
function recolour(colour: Float32Array, held: number, { cube, heldCube, heldColour }: StyleWork): void {
  // A typed array's own copy is slow for three numbers.
  for (let channel = 0; channel < 3; channel++) heldColour[channel] = colour[channel]!;
  cube.apply(colour);
  if (held === 0) return;
  heldCube.apply(heldColour);
  for (let channel = 0; channel < 3; channel++)
    colour[channel] = mix(colour[channel]!, heldColour[channel]!, held);
}

/** How dark lines are, 0–1, where all of their ink would take so much luma. */
function inkShare(taken: number, held: number): number {
  return mix(1, Math.min(1, INK_HELD / taken), held);
}

function styleRow(raster: Raster, y: number, work: StyleWork, row: Rows<StylePlanes>): void {
  const { data, width, channels } = raster;
  const { smoothing, painted, flattened, cartoon, shifts, inked } = work;
  const strokes = new Float32Array(3);
  const colour = new Float32Array(3);
  for (let x = 0, pixel = y * width * channels; x < width; x++, pixel += channels) {
    let red = UNIT_OF_BYTE[data[pixel]!]!;
    let green = UNIT_OF_BYTE[data[pixel + 1]!]!;
    let blue = UNIT_OF_BYTE[data[pixel + 2]!]!;
    const luma = LUMINANCE.red * red + LUMINANCE.green * green + LUMINANCE.blue * blue;
    const skin = row.skin ? row.skin[x]! : 0;
    const held = row.held ? row.held[x]! : 0;
    // A cartoon keeps its flat faces.
    const flat = row.edge ? flattened : flattened * (1 - BARE.flat * held);
    if (row.flatRed) {
      red = mix(red, row.flatRed[x]!, flat);
      green = mix(green, row.flatGreen![x]!, flat);
      blue = mix(blue, row.flatBlue![x]!, flat);
    }
    colour[0] = red;
    colour[1] = green;
    colour[2] = blue;
    recolour(colour, held, work);
    let { detail } = work;
    if (skin > 0) detail = mix(detail, Math.min(detail, 1) * (1 - smoothing), skin);
    const answer = Math.min(2, (luminanceOf(colour[0]!, colour[1]!, colour[2]!) + 0.02) / (luma + 0.02));
    const texture = luma - (row.slope[x]! * luma + row.offset[x]!);
    const added = (detail - 1) * texture * answer * (1 - flat);
    const taken = row.edge ? inked.at(luma) : 0;
    const ink = row.edge ? 1 - inkOf(row.edge[x]!, cartoon) * inkShare(taken, held) : 1;
    const given = Math.min(taken, INK_HELD);
    const dark = row.glow ? 1 - row.glow[x]! : 1;
    const hidden = row.paintedCover ? painted * row.paintedCover[x]! * (1 - BARE.strokes * held) : 0;
    if (hidden > 0) {
      // What was enlarged without its cover is darker than it is; dividing brings it back.
      const share = 1 / Math.max(0.05, row.paintedCover![x]!);
      strokes[0] = row.paintedRed![x]! * share;
      strokes[1] = row.paintedGreen![x]! * share;
      strokes[2] = row.paintedBlue![x]! * share;
    }
    for (let channel = 0; channel < 3; channel++) {
      const shift = held > 0 ? held * (shifts[channel]!.at(luma) - given) : 0;
      const drawn = (mix(colour[channel]! + added, strokes[channel]!, hidden) - shift) * ink;
      data[pixel + channel] = dithered(1 - (1 - drawn) * dark, x, y);
    }
  }
}
