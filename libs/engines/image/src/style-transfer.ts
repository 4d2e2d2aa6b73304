import { LUMINANCE, UNIT_OF_BYTE, clamp, luminanceOf, mix, smoothStep } from './colour.js';
import type { ColourCube } from './colour-cube.js';
import { type GuidedBase, guidedBase } from './guided-filter.js';
import type { Checkpoint } from './image-job.js';
import { dithered } from './noise.js';
import { type Rows, eachRow } from './plane-rows.js';
import { type Plane, boxBlur, glowOf, mapPlane, planeOf } from './plane.js';
import { type Raster, gridWithin } from './raster.js';
import { luminancePlane, shrink } from './shrink.js';
import { deviation, skinMask } from './skin-mask.js';
import { styleCubes } from './style-colour.js';
import { styleLook } from './style-looks.js';
import type { StyleTransferSettings } from './style-transfer-settings.js';

const DETAIL_GRID = 640;
const TEXTURE_GRID = 256;
/** Steps of luma above this are form, not texture. */
const TEXTURE_CONTRAST = 0.06;
/** Share of a portrait's skin texture that each beautifier takes. */
const BEAUTIFIED = { beautify_face: 0.5, beautify_face_max: 0.9 } as const;

/** What the pixel loop reads along a row. */
type StylePlanes = {
  readonly outline?: Plane;
  readonly glow?: Plane;
  /** Of a portrait. */
  readonly skin?: Plane;
} & GuidedBase;

/** What else it needs. */
type StyleWork = {
  readonly planes: StylePlanes;
  readonly cube: ColourCube;
  /** Factor on texture. */
  readonly detail: number;
  readonly portrait?: { readonly cube: ColourCube; readonly smoothing: number };
};

/** Gives the picture the reference's style in place. Deterministic for equal pictures, settings and seed. */
export function transferStyle(
  raster: Raster,
  reference: Raster,
  settings: StyleTransferSettings,
  checkpoint: Checkpoint,
): void {
  const work = prepare(raster, reference, settings);
  const report: Checkpoint = (share) => checkpoint(0.2 + 0.8 * share);
  eachRow(raster, work.planes, report, (y, row) => styleRow(raster, y, work, row));
}

function prepare(raster: Raster, reference: Raster, settings: StyleTransferSettings): StyleWork {
  const strength = settings.styleStrength / 100;
  const look = styleLook(settings.engine, settings.flavor);
  const encoded = shrink(raster, gridWithin(raster, DETAIL_GRID), UNIT_OF_BYTE);
  const luma = luminancePlane(encoded);
  const radius = Math.max(1, Math.round(Math.max(luma.width, luma.height) * 0.01));
  const structure = structureOf(settings.structureStrength);
  const texture = mix(1, look.detail * textureRatio(raster, reference), strength);
  const base = guidedBase(luma, radius, TEXTURE_CONTRAST);
  const { isPortrait, portraitBeautifier } = settings;
  const { whole, skin } = styleCubes(raster, reference, settings, look);
  return {
    planes: {
      ...base,
      outline: outlineOf(luma, base, look.outline * strength * structure),
      glow: glowOf(luma, look.glow * strength, 0.55, 0.025),
      skin: isPortrait ? skinMask(encoded) : undefined,
    },
    cube: whole,
    detail: texture * structure,
    portrait: skin && { cube: skin, smoothing: portraitBeautifier ? BEAUTIFIED[portraitBeautifier] : 0 },
  };
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

/** Where lines are drawn: the gradient of the picture without its texture. */
function outlineOf(luma: Plane, { slope, offset }: GuidedBase, amount: number): Plane | undefined {
  if (amount <= 0) return undefined;
  const { width, height } = luma;
  const flat = boxBlur(
    mapPlane(luma, (value, cell) => slope.data[cell]! * value + offset.data[cell]!),
    1,
  );
  const edges = planeOf(width, height, (cell) => {
    const x = cell % width;
    const across = flat.data[x + 1 < width ? cell + 1 : cell]! - flat.data[x > 0 ? cell - 1 : cell]!;
    const down =
      flat.data[cell + width < flat.data.length ? cell + width : cell]! -
      flat.data[cell >= width ? cell - width : cell]!;
    return Math.min(0.9, amount * smoothStep(0.05, 0.22, Math.hypot(across, down)));
  });
  return boxBlur(edges, 1);
}

function styleRow(raster: Raster, y: number, work: StyleWork, row: Rows<StylePlanes>): void {
  const { data, width, channels } = raster;
  const { cube, portrait } = work;
  const colour = new Float32Array(3);
  const skinColour = new Float32Array(3);
  for (let x = 0, pixel = y * width * channels; x < width; x++, pixel += channels) {
    const red = UNIT_OF_BYTE[data[pixel]!]!;
    const green = UNIT_OF_BYTE[data[pixel + 1]!]!;
    const blue = UNIT_OF_BYTE[data[pixel + 2]!]!;
    const luma = LUMINANCE.red * red + LUMINANCE.green * green + LUMINANCE.blue * blue;
    colour[0] = red;
    colour[1] = green;
    colour[2] = blue;
    cube.apply(colour);
    let { detail } = work;
    const skin = row.skin ? row.skin[x]! : 0;
    if (portrait && skin > 0) {
      skinColour[0] = red;
      skinColour[1] = green;
      skinColour[2] = blue;
      portrait.cube.apply(skinColour);
      for (let channel = 0; channel < 3; channel++) {
        colour[channel] = mix(colour[channel]!, skinColour[channel]!, skin);
      }
      detail = mix(detail, Math.min(detail, 1) * (1 - portrait.smoothing), skin);
    }
    const answer = Math.min(2, (luminanceOf(colour[0]!, colour[1]!, colour[2]!) + 0.02) / (luma + 0.02));
    const texture = luma - (row.slope[x]! * luma + row.offset[x]!);
    const added = (detail - 1) * texture * answer;
    const ink = row.outline ? 1 - row.outline[x]! * (1 - skin * 0.5) : 1;
    const dark = row.glow ? 1 - row.glow[x]! : 1;
    for (let channel = 0; channel < 3; channel++) {
      const drawn = (colour[channel]! + added) * ink;
      data[pixel + channel] = dithered(1 - (1 - drawn) * dark, x, y);
    }
  }
}
