import { LUMINANCE, UNIT_OF_BYTE, clamp } from './colour.js';
import { ColourCube } from './colour-cube.js';
import { type Grade, gradeColour, isNeutral, sumGrades } from './grade.js';
import type { Checkpoint } from './image-job.js';
import { LumaWindow } from './luma-window.js';
import { Dither, PixelNoise } from './noise.js';
import { PlaneRows } from './plane-rows.js';
import type { Plane } from './plane.js';
import type { Raster } from './raster.js';
import { type SkinLook, skinLook } from './skin-looks.js';
import { type SkinPlan, planSkin } from './skin-plan.js';
import type { SkinMode, SkinSettings } from './skin-settings.js';

const ROWS_PER_CHECK = 32;
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
  readonly dither: Dither;
};

/** Enhances skin in place. Deterministic for equal pictures, settings and seed. */
export function enhanceSkin(
  raster: Raster,
  mode: SkinMode,
  settings: SkinSettings,
  checkpoint: Checkpoint,
): void {
  const look = skinLook(mode);
  const plan = planSkin(raster, look);
  const skinCube = cubeOf(look.skinGrade);
  const cube = cubeOf(look.grade);
  checkpoint(0.3);
  enhanceRows(raster, plan, checkpoint, {
    look,
    ...(skinCube ? { skinCube } : {}),
    ...(cube ? { cube } : {}),
    sharpen: (settings.sharpen / 100) * SHARPEN_MOST,
    grain: (settings.smartGrain / 100) * GRAIN_MOST,
    grainSize: 1 + Math.floor(Math.max(raster.width, raster.height) / GRAIN_PIXELS_PER_SIDE),
    noise: new PixelNoise(settings.seed + 7),
    dither: new Dither(),
  });
}

function cubeOf(part: Partial<Grade>): ColourCube | undefined {
  const grade = sumGrades({ grade: part, amount: 1 });
  return isNeutral(grade) ? undefined : new ColourCube((colour) => gradeColour(colour, grade, SKIN_PIVOT));
}

/** The planes of {@link SkinPlan} along one row of the picture. */
type SkinRow = {
  readonly skin: Float32Array;
  readonly fineSlope: Float32Array;
  readonly fineOffset: Float32Array;
  readonly broadSlope: Float32Array;
  readonly broadOffset: Float32Array;
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
  readonly fill: Float32Array;
  /** Luma minus its 3×3 mean, of the untouched picture. */
  readonly finest: Float32Array;
};

function enhanceRows(raster: Raster, plan: SkinPlan, checkpoint: Checkpoint, work: SkinWork): void {
  const { width, height } = raster;
  const rowsOf = (plane: Plane): PlaneRows => new PlaneRows(plane, width, height);
  const { fineBase, broadBase, evening } = plan;
  const rows = {
    skin: rowsOf(plan.skin),
    fineSlope: rowsOf(fineBase.slope),
    fineOffset: rowsOf(fineBase.offset),
    broadSlope: rowsOf(broadBase.slope),
    broadOffset: rowsOf(broadBase.offset),
    red: rowsOf(evening.red),
    green: rowsOf(evening.green),
    blue: rowsOf(evening.blue),
    fill: rowsOf(plan.fill),
  };
  const window = new LumaWindow(raster);
  for (let y = 0; y < height; y++) {
    if (y % ROWS_PER_CHECK === 0) checkpoint(0.3 + (0.7 * y) / height);
    enhanceRow(raster, y, work, {
      skin: rows.skin.at(y),
      fineSlope: rows.fineSlope.at(y),
      fineOffset: rows.fineOffset.at(y),
      broadSlope: rows.broadSlope.at(y),
      broadOffset: rows.broadOffset.at(y),
      red: rows.red.at(y),
      green: rows.green.at(y),
      blue: rows.blue.at(y),
      fill: rows.fill.at(y),
      finest: window.finestOf(y),
    });
  }
}

/** One long function on purpose: it runs for every pixel, and calls would cost more than they explain. */
function enhanceRow(raster: Raster, y: number, work: SkinWork, row: SkinRow): void {
  const { data, width, channels } = raster;
  const { look, skinCube, cube, sharpen, grain, grainSize, noise, dither } = work;
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
    if (skin > 0) {
      const smooth = row.fineSlope[x]! * luma + row.fineOffset[x]!;
      added -= skin * ((luma - smooth) * look.fine + (smooth - broad) * look.blotches);
      added += row.fill[x]! + skin * look.pores * PORE_DEPTH * grainHere * (1 - luma * 0.5);
    }
    added += (1 - skin) * look.clarity * (luma - broad);
    if (sharpen > 0) added += clamp(row.finest[x]! * sharpen, -OVERSHOOT, OVERSHOOT);
    if (grain > 0) added += grain * grainHere * (0.25 + 3 * luma * (1 - luma));
    colour[0] = red + row.red[x]! + added;
    colour[1] = green + row.green[x]! + added;
    colour[2] = blue + row.blue[x]! + added;
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
    data[pixel] = dither.byteOf(colour[0]!, x, y);
    data[pixel + 1] = dither.byteOf(colour[1]!, x, y);
    data[pixel + 2] = dither.byteOf(colour[2]!, x, y);
  }
}
