import { type Outline, outlineByColour, type Subject } from '../sight/index.js';
import { UNIT_OF_BYTE, clamp, encodedOf } from './colour.js';
import { type Grade, sumGrades } from './grade.js';
import { gradeCube } from './grade-cube.js';
import { type GuidedBase, guidedBase } from './guided-filter.js';
import type { Checkpoint } from './image-job.js';
import { solveLight } from './light-field.js';
import { type LightGuide, planLight } from './light-plan.js';
import { type PromptLight, promptLight } from './light-prompt.js';
import { liftOf } from './light-tone.js';
import { eachRow, resample } from './plane-rows.js';
import { type Plane, glowOf, mapPlane, meanOf, planeOf } from './plane.js';
import { type Raster, gridWithin } from './raster.js';
import { type RelightLook, relightLook } from './relight-looks.js';
import type { RelightSettings } from './relight-settings.js';
import { type RelightWork, finishRow, lightRow, litRow } from './relight-rows.js';
import { rimLight, rimPlane } from './rim-light.js';
import { luminancePlane, mapPlanes, shrink, shrinkToLinear } from './shrink.js';
import { skinMask } from './skin-mask.js';
import { inFront, subjectShare } from './subject-share.js';

const LIGHT_GRID = 96;
const DETAIL_GRID = 512;
/** Share of the detail's original amplitude that `preserve_details` restores where the light changed it. */
const DETAIL_KEPT = 0.7;
/** Share of the detail that goes at full strength without `preserve_details`. */
const DETAIL_LOST = 0.5;

/** Relights the picture in place. Deterministic for equal pictures, settings and seed. */
export function relight(
  raster: Raster,
  guide: LightGuide | undefined,
  settings: RelightSettings,
  checkpoint: Checkpoint,
  subject: Outline & Partial<Pick<Subject, 'isPerson'>> = outlineByColour(raster),
): void {
  const work = prepare(raster, guide, settings, subject, wordsOf(settings, subject));
  const report: Checkpoint = (share) => checkpoint(0.1 + 0.9 * share);
  const lit = litRow(raster.width);
  eachRow(raster, work.planes, report, (y, row) => {
    lightRow(raster, y, work, row, lit);
    finishRow(raster, y, work, row, lit);
  });
}

/** What the prompt asks for. A rim would show any mistake in the outline, so it is drawn on persons alone. */
function wordsOf(
  { prompt }: RelightSettings,
  { isPerson }: Partial<Pick<Subject, 'isPerson'>>,
): PromptLight | undefined {
  const words = promptLight(prompt);
  return words && { ...words, behind: isPerson ? words.behind : 0 };
}

function prepare(
  raster: Raster,
  guide: LightGuide | undefined,
  settings: RelightSettings,
  outline: Outline,
  words: PromptLight | undefined,
): RelightWork {
  const grid = gridWithin(raster, LIGHT_GRID);
  const fine = shrink(raster, gridWithin(raster, DETAIL_GRID), UNIT_OF_BYTE);
  const linear = shrinkToLinear(fine, grid);
  const encoded = mapPlanes(linear, (plane) => mapPlane(plane, encodedOf));
  const scene = {
    linear,
    faces: skinMask(encoded),
    subject: resample(inFront(outline), grid.width, grid.height),
  };
  const strength = settings.interpolateFromOriginal ? 1 : settings.lightTransferStrength / 100;
  const look = relightLook(settings.engine, settings.style);
  const luminance = luminancePlane(linear);
  const lift = liftOf(luminance);
  const plan = planLight(scene, guide, settings, look, words);
  const field = solveLight(linear, plan, lift);
  const isBehind = words !== undefined && words.behind > 0;
  const [before, after] = [encodedOf(meanOf(luminance)), encodedOf(meanOf(field.relit))];
  return {
    planes: {
      lightSlope: field.stops.slope,
      lightOffset: field.stops.offset,
      ...plan.colours,
      ...detailBase(luminancePlane(fine)),
      ...(isBehind || !settings.changeBackground ? subjectShare(raster, outline) : {}),
      share: shareOf(settings),
      rim: isBehind ? rimPlane(inFront(outline), field.relit) : undefined,
      glow: glowOf(field.relit, look.glow * strength, 0.22, 0.03),
    },
    lift,
    keepsBackground: !settings.changeBackground,
    rim: isBehind ? rimLight(words.behind * strength, words.behindColour) : undefined,
    cube: gradeCube(gradeOf(settings, look, strength, words), clamp(after, 0.25, 0.65)),
    texture: {
      kept: settings.preserveDetails ? DETAIL_KEPT : 0,
      scale: (settings.preserveDetails ? 1 : 1 - DETAIL_LOST * strength) * (1 + look.detail * strength),
      earned: Math.max(1, (0.6 * after) / Math.max(before, 0.01)),
    },
  };
}

/** The picture without its texture; in a dark picture even small steps are edges. */
function detailBase(luma: Plane): GuidedBase {
  const contrast = 0.12 * clamp(meanOf(luma) / 0.25, 0.12, 1);
  return guidedBase(luma, Math.max(1, Math.round(Math.max(luma.width, luma.height) * 0.012)), contrast);
}

function shareOf(settings: RelightSettings): Plane | undefined {
  const blend = settings.interpolateFromOriginal ? settings.lightTransferStrength / 100 : 1;
  return settings.changeBackground && blend === 1 ? undefined : planeOf(1, 1, () => blend);
}

function gradeOf(
  settings: RelightSettings,
  look: RelightLook,
  strength: number,
  words: PromptLight | undefined,
): Grade {
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
