import { LUMINANCE, UNIT_OF_BYTE, clamp } from './colour.js';
import type { ColourCube } from './colour-cube.js';
import { type Grade, sumGrades } from './grade.js';
import { gradeCube } from './grade-cube.js';
import type { Checkpoint } from './image-job.js';
import { LumaWindow } from './luma-window.js';
import { PixelNoise, dithered } from './noise.js';
import { type Rows, eachRow } from './plane-rows.js';
import type { Raster } from './raster.js';
import { NOBODY, type People } from './skin-area.js';
import { CREATIVE, FAITHFUL, FLEXIBLE, PLAIN, type SkinLook } from './skin-looks.js';
import { type SkinPlan, planSkin } from './skin-plan.js';
import { SKIN_DEFAULTS, type SkinMode, type SkinSettings } from './skin-settings.js';

const SKIN_PIVOT = 0.55;
/** Sharpening at 100, as a factor on the finest contrast. */
const SHARPEN_MOST = 2.2;
/** A sharpened edge may overshoot by this much luma: beyond, it shows a halo. */
const OVERSHOOT = 0.1;
/** Grain at 100, as luma. */
const GRAIN_MOST = 0.16;
const PORE_DEPTH = 0.035;
/** Grain keeps its look on large pictures: one more pixel a grain for each of these. */
const GRAIN_PIXELS_PER_SIDE = 2400;

/** What the pixel loop needs besides the planes. */
type SkinWork = {
  readonly look: SkinLook;
  readonly skinCube?: ColourCube;
  readonly cube?: ColourCube;
  readonly sharpen: number;
  readonly grain: number;
  readonly grainSize: number;
  readonly noise: PixelNoise;
};

/** Enhances skin in place. Deterministic for equal pictures, settings and seed. */
export function enhanceSkin(
  raster: Raster,
  mode: SkinMode,
  settings: SkinSettings,
  checkpoint: Checkpoint,
  people: People = NOBODY,
): void {
  const look = skinLook(mode);
  const plan = planSkin(raster, look, people);
  const work: SkinWork = {
    look,
    skinCube: cubeOf(look.skinGrade),
    cube: cubeOf(look.grade),
    sharpen: (settings.sharpen / 100) * SHARPEN_MOST,
    grain: (settings.smartGrain / 100) * GRAIN_MOST,
    grainSize: 1 + Math.floor(Math.max(raster.width, raster.height) / GRAIN_PIXELS_PER_SIDE),
    noise: new PixelNoise(settings.seed + 7),
  };
  const window = new LumaWindow(raster);
  const report: Checkpoint = (share) => checkpoint(0.3 + 0.7 * share);
  eachRow(raster, plan, report, (y, row) => enhanceRow(raster, y, work, row, window.finestOf(y)));
}

/** The look of an enhancer with its own settings. */
function skinLook(mode: SkinMode): SkinLook {
  switch (mode.mode) {
    case 'faithful': {
      const kept = (mode.skinDetail ?? SKIN_DEFAULTS.skinDetail) / 100;
      return { ...PLAIN, ...FAITHFUL, fine: 0.15 + 0.75 * (1 - kept), blotches: 0.65 + 0.25 * (1 - kept) };
    }
    case 'creative':
      return { ...PLAIN, ...CREATIVE };
    case 'flexible':
      return { ...PLAIN, ...FLEXIBLE[mode.optimizedFor ?? SKIN_DEFAULTS.optimizedFor] };
  }
}

function cubeOf(part: Partial<Grade>): ColourCube | undefined {
  return gradeCube(sumGrades({ grade: part, amount: 1 }), SKIN_PIVOT);
}

/** One long function on purpose: it runs for every pixel, and calls would slow it down. */
function enhanceRow(
  raster: Raster,
  y: number,
  work: SkinWork,
  row: Rows<SkinPlan>,
  finest: Float32Array,
): void {
  const { data, width, channels } = raster;
  const { look, skinCube, cube, sharpen, grain, grainSize, noise } = work;
  const colour = new Float32Array(3);
  const graded = new Float32Array(3);
  const grainRow = Math.floor(y / grainSize);
  for (let x = 0, pixel = y * width * channels; x < width; x++, pixel += channels) {
    const red = UNIT_OF_BYTE[data[pixel]!]!;
    const green = UNIT_OF_BYTE[data[pixel + 1]!]!;
    const blue = UNIT_OF_BYTE[data[pixel + 2]!]!;
    const luma = LUMINANCE.red * red + LUMINANCE.green * green + LUMINANCE.blue * blue;
    const skin = row.skin[x]!;
    const broad = row.broadSlope[x]! * luma + row.broadOffset[x]!;
    const grainHere = noise.at(Math.floor(x / grainSize), grainRow);
    let added = 0;
    let lit = 1;
    if (skin > 0) {
      const smooth = row.fineSlope[x]! * luma + row.fineOffset[x]!;
      added -= skin * ((luma - smooth) * look.fine + (smooth - broad) * look.blotches);
      lit = 1 + row.fill[x]! / (luma + 0.05);
      added += skin * look.pores * PORE_DEPTH * grainHere * (1 - luma * 0.5);
    }
    added += (1 - skin) * look.clarity * (luma - broad);
    if (sharpen > 0) added += clamp(finest[x]! * sharpen, -OVERSHOOT, OVERSHOOT);
    if (grain > 0) added += grain * grainHere * (0.25 + 3 * luma * (1 - luma));
    colour[0] = red * lit + row.red[x]! + added;
    colour[1] = green * lit + row.green[x]! + added;
    colour[2] = blue * lit + row.blue[x]! + added;
    if (skinCube && skin > 0) {
      for (let channel = 0; channel < 3; channel++) graded[channel] = clamp(colour[channel]!, 0, 1);
      skinCube.apply(graded);
      for (let channel = 0; channel < 3; channel++)
        colour[channel]! += (graded[channel]! - colour[channel]!) * skin;
    }
    if (cube) {
      for (let channel = 0; channel < 3; channel++) colour[channel] = clamp(colour[channel]!, 0, 1);
      cube.apply(colour);
    }
    data[pixel] = dithered(colour[0]!, x, y);
    data[pixel + 1] = dithered(colour[1]!, x, y);
    data[pixel + 2] = dithered(colour[2]!, x, y);
  }
}
