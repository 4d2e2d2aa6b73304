import { type Outline, outlineByColour } from '#libs/engines/sight';
import {
  ENCODED_OF_LINEAR,
  ENCODED_STEPS,
  LINEAR_OF_BYTE,
  LINEAR_OF_TONE,
  LUMINANCE,
  TONE_STEPS,
  UNIT_OF_BYTE,
  clamp,
  encodedOf,
  smoothStep,
} from './colour.js';
import type { ColourCube } from './colour-cube.js';
import { GAMUT_CUBE, GAMUT_KNEE, GAMUT_REACH } from './gamut.js';
import { type Grade, sumGrades } from './grade.js';
import { gradeCube } from './grade-cube.js';
import { type GuidedBase, guidedBase } from './guided-filter.js';
import type { Checkpoint } from './image-job.js';
import { solveLight } from './light-field.js';
import { type LightGuide, planLight } from './light-plan.js';
import { promptLight } from './light-prompt.js';
import { FACTOR_OF_STOPS, type Lift, STOPS_REACH, STOP_STEPS, answerOf, liftOf } from './light-tone.js';
import { dithered } from './noise.js';
import { type Rows, eachRow, resample } from './plane-rows.js';
import { type Plane, glowOf, mapPlane, meanOf, planeOf } from './plane.js';
import { type Raster, gridWithin } from './raster.js';
import { type RelightLook, relightLook } from './relight-looks.js';
import type { RelightSettings } from './relight-settings.js';
import { type RimLight, rimLight, rimPlane } from './rim-light.js';
import { luminancePlane, mapPlanes, shrink, shrinkToLinear } from './shrink.js';
import { skinMask } from './skin-mask.js';
import { inFront, shareAt, subjectShare, type SubjectShare } from './subject-share.js';

const LIGHT_GRID = 96;
const DETAIL_GRID = 512;
/** Share of the detail's original amplitude that `preserve_details` restores where the light changed it. */
const DETAIL_KEPT = 0.7;
/** Share of the detail that goes at full strength without `preserve_details`. */
const DETAIL_LOST = 0.5;

/** Texture (encoded) below the first is noise, which no light raises; above the second it is all the picture's. */
const NOISE = { from: 0.005, to: 0.02 } as const;
/** Keeps ratios of near-black encoded values sane. */
const TOE = 0.02;

/** What the pixel loop reads along a row. */
type RelightPlanes = {
  /** Stops of light as a straight line of the base, for tones that can answer it. */
  readonly lightSlope: Plane;
  readonly lightOffset: Plane;
  /** The colour of the light, as factors that keep luminance. */
  readonly red: Plane;
  readonly green: Plane;
  readonly blue: Plane;
  /** Share of the new picture against the original, where it is not all of it. */
  readonly share?: Plane;
  readonly glow?: Plane;
  /** Where a light from behind touches the subject. */
  readonly rim?: Plane;
} & GuidedBase &
  Partial<SubjectShare>;

/** What else it needs. */
type RelightWork = {
  readonly planes: RelightPlanes;
  readonly lift: Lift;
  readonly cube?: ColourCube;
  readonly texture: TextureRule;
  readonly keepsBackground: boolean;
  readonly rim?: RimLight;
};

/** How much of the detail is kept as the light changes. */
type TextureRule = {
  /** 0 lets it follow the light, 1 keeps its amplitude. */
  readonly kept: number;
  /** Factor on all of it. */
  readonly scale: number;
  /** Factor that a picture brought out of the dark as a whole has earned. */
  readonly earned: number;
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
  const plan = planLight(scene, guide, settings, look);
  const field = solveLight(linear, plan, lift);
  const words = promptLight(settings.prompt);
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
    cube: gradeCube(gradeOf(settings, look, strength), clamp(after, 0.25, 0.65)),
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
  const { cube } = work;
  const { limits } = work.lift;
  const { kept, scale, earned } = work.texture;
  const {
    slope,
    offset,
    lightSlope,
    lightOffset,
    red: reds,
    green: greens,
    blue: blues,
    glow,
    share: shares,
  } = row;
  const colour = new Float32Array(3);
  const masked = row.shareOffset && (row as Rows<SubjectShare>);
  const { keepsBackground, rim } = work;
  for (let x = 0, pixel = y * width * channels; x < width; x++, pixel += channels) {
    const oldRed = data[pixel]!;
    const oldGreen = data[pixel + 1]!;
    const oldBlue = data[pixel + 2]!;
    const luma = (LUMINANCE.red * oldRed + LUMINANCE.green * oldGreen + LUMINANCE.blue * oldBlue) / 255;
    const base = clamp(slope[x]! * luma + offset[x]!, 0, 1);
    const texture = luma - base;

    // The base takes the light and its texture comes along, so that no shoulder flattens it.
    const dark = Math.min(base, luma + TOE);
    let stops = lightSlope[x]! * base + lightOffset[x]!;
    let touched = 0;
    let inFront = 1;
    if (masked) {
      inFront = shareAt(masked, x, UNIT_OF_BYTE[oldRed]!, UNIT_OF_BYTE[oldGreen]!, UNIT_OF_BYTE[oldBlue]!);
      if (rim) {
        touched = inFront * row.rim![x]!;
        stops += touched * rim.rimStops - inFront * rim.frontStops;
      }
    }
    stops = clamp(stops, -STOPS_REACH, STOPS_REACH);
    const light = Math.min(
      FACTOR_OF_STOPS[((stops + STOPS_REACH) * STOP_STEPS) | 0]!,
      limits[(dark * TONE_STEPS) | 0]!,
    );
    let linearRed = LINEAR_OF_BYTE[oldRed]!;
    let linearGreen = LINEAR_OF_BYTE[oldGreen]!;
    let linearBlue = LINEAR_OF_BYTE[oldBlue]!;
    const highestLight = Math.max(linearRed, linearGreen, linearBlue);
    const luminance = LUMINANCE.red * linearRed + LUMINANCE.green * linearGreen + LUMINANCE.blue * linearBlue;
    linearRed *= reds[x]!;
    linearGreen *= greens[x]!;
    linearBlue *= blues[x]!;
    if (touched > 0) {
      linearRed *= 1 + (rim!.colour[0] - 1) * Math.min(1, touched);
      linearGreen *= 1 + (rim!.colour[1] - 1) * Math.min(1, touched);
      linearBlue *= 1 + (rim!.colour[2] - 1) * Math.min(1, touched);
    }
    const coloured = LUMINANCE.red * linearRed + LUMINANCE.green * linearGreen + LUMINANCE.blue * linearBlue;
    const tone = LINEAR_OF_TONE[(base * TONE_STEPS) | 0]!;
    const answer = answerOf(light, tone, luminance, highestLight, coloured);
    let red = encodedLight(linearRed * answer);
    let green = encodedLight(linearGreen * answer);
    let blue = encodedLight(linearBlue * answer);

    const newLuma = LUMINANCE.red * red + LUMINANCE.green * green + LUMINANCE.blue * blue + TOE;
    const ratio = newLuma / (luma + TOE);
    let wanted = (ratio + (earned - ratio) * kept) * scale;
    if (wanted > scale)
      wanted += (scale - wanted) * (1 - smoothStep(NOISE.from, NOISE.to, Math.abs(texture)));
    const carried = Math.max(0.2, 1 + ((wanted - ratio) * texture) / newLuma);
    red *= carried;
    green *= carried;
    blue *= carried;

    colour[0] = red;
    colour[1] = green;
    colour[2] = blue;
    const highest = Math.max(red, green, blue);
    if (highest > GAMUT_KNEE) {
      const beyond = highest - Math.max(GAMUT_KNEE, Math.max(oldRed, oldGreen, oldBlue) / 255);
      if (beyond > 0) {
        const most = Math.min(1, GAMUT_REACH / highest) / GAMUT_REACH;
        colour[0] = red * most;
        colour[1] = green * most;
        colour[2] = blue * most;
        GAMUT_CUBE.apply(colour);
        const share = smoothStep(0, 0.1, beyond);
        colour[0] = red + (colour[0] - red) * share;
        colour[1] = green + (colour[1] - green) * share;
        colour[2] = blue + (colour[2] - blue) * share;
      }
    }
    if (glow) {
      const dark = 1 - glow[x]!;
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
    if (shares) {
      const share = shares[x]! * (keepsBackground ? inFront : 1);
      colour[0] = UNIT_OF_BYTE[oldRed]! + (colour[0] - UNIT_OF_BYTE[oldRed]!) * share;
      colour[1] = UNIT_OF_BYTE[oldGreen]! + (colour[1] - UNIT_OF_BYTE[oldGreen]!) * share;
      colour[2] = UNIT_OF_BYTE[oldBlue]! + (colour[2] - UNIT_OF_BYTE[oldBlue]!) * share;
    }
    data[pixel] = dithered(colour[0], x, y);
    data[pixel + 1] = dithered(colour[1], x, y);
    data[pixel + 2] = dithered(colour[2], x, y);
  }
}

/** Beyond white by the power law: the encoded value of eight times the light. */
function encodedLight(linear: number): number {
  return linear <= 1
    ? ENCODED_OF_LINEAR[(linear * ENCODED_STEPS + 0.5) | 0]!
    : (ENCODED_OF_LINEAR[(Math.min(1, linear / 8) * ENCODED_STEPS + 0.5) | 0]! + 0.055) * BEYOND - 0.055;
}

const BEYOND = 8 ** (1 / 2.4);
