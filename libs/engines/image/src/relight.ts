import { type Outline, outlineByColour } from '#libs/engines/sight';
import {
  ENCODED_OF_LINEAR,
  ENCODED_STEPS,
  LINEAR_OF_BYTE,
  LUMINANCE,
  UNIT_OF_BYTE,
  clamp,
  encodedOf,
} from './colour.js';
import type { ColourCube } from './colour-cube.js';
import { type Grade, sumGrades } from './grade.js';
import { gradeCube } from './grade-cube.js';
import { type GuidedBase, guidedBase } from './guided-filter.js';
import type { Checkpoint } from './image-job.js';
import { dimmingOf, shoulder, solveLight } from './light-field.js';
import { type LightGuide, planLight } from './light-plan.js';
import { promptLight } from './light-prompt.js';
import { dithered } from './noise.js';
import { type Rows, eachRow, resample } from './plane-rows.js';
import { type Plane, glowOf, meanOf, planeOf } from './plane.js';
import { type Raster, gridWithin } from './raster.js';
import { type RelightLook, relightLook } from './relight-looks.js';
import type { RelightSettings } from './relight-settings.js';
import { luminancePlane, shrink } from './shrink.js';
import { skinMask } from './skin-mask.js';
import { inFront, shareAt, subjectShare, type SubjectShare } from './subject-share.js';

const LIGHT_GRID = 96;
const DETAIL_GRID = 512;
/** Share of the detail's original amplitude that `preserve_details` restores where the light changed it. */
const DETAIL_KEPT = 0.7;
/** Share of the detail that goes at full strength without `preserve_details`. */
const DETAIL_LOST = 0.5;

/** What the pixel loop reads along a row. */
type RelightPlanes = {
  /** Factors on linear light. */
  readonly red: Plane;
  readonly green: Plane;
  readonly blue: Plane;
  readonly veil?: Plane;
  /** Share of the new picture against the original, where it is not all of it. */
  readonly share?: Plane;
  readonly glow?: Plane;
} & GuidedBase &
  Partial<SubjectShare>;

/** What else it needs. */
type RelightWork = {
  readonly planes: RelightPlanes;
  readonly cube?: ColourCube;
  readonly strength: number;
  readonly preserveDetails: boolean;
  readonly detail: number;
};

/** Relights the picture in place. Deterministic for equal pictures, settings and seed. */
export function relight(
  raster: Raster,
  guide: LightGuide | undefined,
  settings: RelightSettings,
  checkpoint: Checkpoint,
  outline: Outline = outlineByColour(raster),
): void {
  const work = prepare(raster, guide, settings, outline);
  const report: Checkpoint = (share) => checkpoint(0.1 + 0.9 * share);
  eachRow(raster, work.planes, report, (y, row) => relightRow(raster, y, work, row));
}

function prepare(
  raster: Raster,
  guide: LightGuide | undefined,
  settings: RelightSettings,
  outline: Outline,
): RelightWork {
  const grid = gridWithin(raster, LIGHT_GRID);
  const linear = shrink(raster, grid, LINEAR_OF_BYTE);
  const encoded = shrink(raster, grid, UNIT_OF_BYTE);
  const scene = {
    linear,
    faces: skinMask(encoded),
    subject: resample(inFront(outline), grid.width, grid.height),
  };
  const strength = settings.interpolateFromOriginal ? 1 : settings.lightTransferStrength / 100;
  const look = relightLook(settings.engine, settings.style);
  const field = solveLight(linear, planLight(scene, guide, settings, look));
  const pivot = clamp(encodedOf(meanOf(field.relit)), 0.25, 0.65);
  return {
    planes: {
      ...field.gains,
      ...detailBase(raster),
      veil: field.veil,
      ...shareOf(raster, settings, outline),
      glow: glowOf(field.relit, look.glow * strength, 0.22, 0.03),
    },
    cube: gradeCube(gradeOf(settings, look, strength), pivot),
    strength,
    preserveDetails: settings.preserveDetails,
    detail: look.detail * strength,
  };
}

function detailBase(raster: Raster): GuidedBase {
  const luma = luminancePlane(shrink(raster, gridWithin(raster, DETAIL_GRID), UNIT_OF_BYTE));
  return guidedBase(luma, Math.max(1, Math.round(Math.max(luma.width, luma.height) * 0.012)), 0.12);
}

function shareOf(
  raster: Raster,
  settings: RelightSettings,
  outline: Outline,
): Pick<RelightPlanes, 'share'> & Partial<SubjectShare> {
  const blend = settings.interpolateFromOriginal ? settings.lightTransferStrength / 100 : 1;
  if (!settings.changeBackground)
    return { ...subjectShare(raster, outline), share: planeOf(1, 1, () => blend) };
  return blend === 1 ? {} : { share: planeOf(1, 1, () => blend) };
}

function gradeOf(settings: RelightSettings, look: RelightLook, strength: number): Grade {
  const words = promptLight(settings.prompt);
  const own: Partial<Grade> = {
    whites: (settings.whites - 50) / 50,
    blacks: (settings.blacks - 50) / 50,
    brightness: (settings.brightness - 50) / 50,
    contrast: (settings.contrast - 50) / 50,
    saturation: (settings.saturation - 50) / 50,
  };
  const spoken: Partial<Grade> = {
    saturation: words?.saturation ?? 0,
    contrast: (words?.hardness ?? 0) * 0.2,
  };
  return sumGrades(
    { grade: own, amount: 1 },
    { grade: look.grade, amount: strength },
    { grade: spoken, amount: strength },
  );
}

/** One long function on purpose: it runs for every pixel, and calls would cost more than they explain. */
function relightRow(raster: Raster, y: number, work: RelightWork, row: Rows<RelightPlanes>): void {
  const { data, width, channels } = raster;
  const { cube, preserveDetails, strength, detail } = work;
  const kept = preserveDetails ? DETAIL_KEPT : 0;
  const scale = (preserveDetails ? 1 : 1 - DETAIL_LOST * strength) * (1 + detail);
  const colour = new Float32Array(3);
  const masked = row.shareOffset && (row as Rows<SubjectShare>);
  for (let x = 0, pixel = y * width * channels; x < width; x++, pixel += channels) {
    const oldRed = data[pixel]!;
    const oldGreen = data[pixel + 1]!;
    const oldBlue = data[pixel + 2]!;
    const linearRed = LINEAR_OF_BYTE[oldRed]!;
    const linearGreen = LINEAR_OF_BYTE[oldGreen]!;
    const linearBlue = LINEAR_OF_BYTE[oldBlue]!;
    let red = linearRed * row.red[x]!;
    let green = linearGreen * row.green[x]!;
    let blue = linearBlue * row.blue[x]!;

    const before = LUMINANCE.red * linearRed + LUMINANCE.green * linearGreen + LUMINANCE.blue * linearBlue;
    const raised = LUMINANCE.red * red + LUMINANCE.green * green + LUMINANCE.blue * blue;
    if (raised > before && before > 0) {
      const bent = shoulder(before, raised / before) / raised;
      red *= bent;
      green *= bent;
      blue *= bent;
    }
    if (row.veil) {
      const veil = row.veil[x]!;
      red += veil * (1 - red);
      green += veil * (1 - green);
      blue += veil * (1 - blue);
    }
    let highest = Math.max(red, green, blue);
    if (highest > 1) {
      const dim = dimmingOf(highest);
      red *= dim;
      green *= dim;
      blue *= dim;
      highest *= dim;
      const luminance = LUMINANCE.red * red + LUMINANCE.green * green + LUMINANCE.blue * blue;
      const keep = luminance >= 1 ? 0 : (1 - luminance) / (highest - luminance);
      red = luminance + (red - luminance) * keep;
      green = luminance + (green - luminance) * keep;
      blue = luminance + (blue - luminance) * keep;
    }
    red = ENCODED_OF_LINEAR[(Math.min(1, red) * ENCODED_STEPS + 0.5) | 0]!;
    green = ENCODED_OF_LINEAR[(Math.min(1, green) * ENCODED_STEPS + 0.5) | 0]!;
    blue = ENCODED_OF_LINEAR[(Math.min(1, blue) * ENCODED_STEPS + 0.5) | 0]!;

    const oldLuma = (LUMINANCE.red * oldRed + LUMINANCE.green * oldGreen + LUMINANCE.blue * oldBlue) / 255;
    const newLuma = LUMINANCE.red * red + LUMINANCE.green * green + LUMINANCE.blue * blue;
    const texture = oldLuma - (row.slope[x]! * oldLuma + row.offset[x]!);
    const answer = (newLuma + 0.02) / (oldLuma + 0.02);
    const wanted = (answer + (1 - answer) * kept) * scale;
    const added = (wanted - answer) * texture;
    colour[0] = red + added;
    colour[1] = green + added;
    colour[2] = blue + added;
    if (row.glow) {
      const dark = 1 - row.glow[x]!;
      colour[0] = 1 - (1 - colour[0]) * dark;
      colour[1] = 1 - (1 - colour[1]) * dark;
      colour[2] = 1 - (1 - colour[2]) * dark;
    }
    if (cube) {
      colour[0] = clamp(colour[0], 0, 1);
      colour[1] = clamp(colour[1], 0, 1);
      colour[2] = clamp(colour[2], 0, 1);
      cube.apply(colour);
    }
    if (row.share) {
      const [red, green, blue] = [UNIT_OF_BYTE[oldRed]!, UNIT_OF_BYTE[oldGreen]!, UNIT_OF_BYTE[oldBlue]!];
      const share = row.share[x]! * (masked ? shareAt(masked, x, red, green, blue) : 1);
      colour[0] = UNIT_OF_BYTE[oldRed]! + (colour[0] - UNIT_OF_BYTE[oldRed]!) * share;
      colour[1] = UNIT_OF_BYTE[oldGreen]! + (colour[1] - UNIT_OF_BYTE[oldGreen]!) * share;
      colour[2] = UNIT_OF_BYTE[oldBlue]! + (colour[2] - UNIT_OF_BYTE[oldBlue]!) * share;
    }
    data[pixel] = dithered(colour[0], x, y);
    data[pixel + 1] = dithered(colour[1], x, y);
    data[pixel + 2] = dithered(colour[2], x, y);
  }
}
