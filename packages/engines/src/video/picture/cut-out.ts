import { boxBlur } from '../../image/index.js';
import type { Subject } from '../../sight/index.js';
import type { FrameSize } from './frame-size.js';
import { matteOf, type Part } from './matte.js';

/** A subject without what was around it. */
export type CutOut = FrameSize & {
  /** Red, green and blue; beside the subject its own colours go on. */
  rgb: Uint8Array;
  /** 0 nothing of it, 1 all subject. */
  alpha: Float32Array;
  /** The picture's edge cuts it: a bust, placed on the frame's lower edge. */
  isBust: boolean;
};

/** Below this a cut-out would look like a mistake. Persons are known better than things. */
const PERSON_TRUST = 0.9;
const THING_TRUST = 0.96;
/** Most of a mask that may be neither subject nor not. */
const UNDECIDED = 0.16;
/** A subject that fills the picture has no outline. */
const FILLING = 0.8;
/** The most that a face may take of the height of a subject with shoulders. */
const BARE_HEAD = 0.45;
const FAINT = 0.3;
const RIM = 0.02;
const EDGE = 0.012;
/** Where the picture's side cuts the subject, it fades over this share of its width. */
const FADE = 0.07;
const BOTTOM_FADE = 0.3;

/** The part of a picture that its subject takes, or undefined where it cannot be cut out well. */
export function partToCut({ mask: { data, width, height }, faces, trust }: Subject): Part | undefined {
  if (trust < (faces.length > 0 ? PERSON_TRUST : THING_TRUST)) return undefined;
  let [sure, unsure, left, right, top, bottom] = [0, 0, width, -1, height, -1];
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!;
    if (value > 0.2) value < 0.8 ? unsure++ : sure++;
    if (value < FAINT) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
    top = Math.min(top, Math.floor(i / width));
    bottom = Math.floor(i / width);
  }
  if (sure === 0 || sure > FILLING * data.length || unsure > UNDECIDED * (sure + unsure)) return undefined;
  const x = Math.max(0, left / width - RIM);
  const y = Math.max(0, top / height - RIM);
  const part = {
    x,
    y,
    width: Math.min(1, (right + 1) / width + RIM) - x,
    height: Math.min(1, (bottom + 1) / height + RIM) - y,
  };
  // A thing cut by the picture's edge, or a head without shoulders, cannot be placed anywhere.
  const isCutThing = isBust(part) && faces.length === 0;
  const isBareHead = !isBust(part) && faces.some(({ box }) => box.height > BARE_HEAD * part.height);
  return isCutThing || isBareHead ? undefined : part;
}

/** @param rgb The part of the picture. @param isRaised Its lower end is in sight, and fades where the picture cuts it. */
export function cutOut(
  { mask }: Subject,
  part: Part,
  rgb: Uint8Array,
  { width, height }: FrameSize,
  isRaised: boolean,
): CutOut {
  const alpha = matteOf(mask, part, rgb, width, height);
  const clean = withoutBackdrop(rgb, alpha, width, height);
  fadeSides(alpha, width, part.x < EDGE, part.x + part.width > 1 - EDGE);
  if (isRaised && isBust(part)) fadeBottom(alpha, width);
  return { width, height, rgb: clean, alpha, isBust: isBust(part) };
}

/** Whether the picture's lower edge cuts the subject. */
export function isBust(part: Part): boolean {
  return part.y + part.height > 1 - EDGE;
}

/** Takes the backdrop's colour out of the outline: there the subject's colours next to it go on. */
function withoutBackdrop(rgb: Uint8Array, alpha: Float32Array, width: number, height: number): Uint8Array {
  const radius = Math.max(2, Math.round(Math.max(width, height) / 120));
  const weight = alpha.map((value) => value ** 3 + 1e-4);
  const soft = (data: Float32Array) => boxBlur({ data, width, height }, radius).data;
  const total = soft(weight);
  const out = new Uint8Array(rgb.length);
  for (let channel = 0; channel < 3; channel++) {
    const sums = soft(weight.map((value, i) => value * rgb[i * 3 + channel]!));
    for (let i = 0; i < alpha.length; i++) {
      const own = sums[i]! / total[i]!;
      out[i * 3 + channel] = own + (rgb[i * 3 + channel]! - own) * alpha[i]! ** 2;
    }
  }
  return out;
}

function fadeSides(alpha: Float32Array, width: number, left: boolean, right: boolean): void {
  const fade = FADE * width;
  for (let i = 0; i < alpha.length; i++) {
    const column = (i % width) + 0.5;
    const share = Math.min(left ? column / fade : 1, right ? (width - column) / fade : 1, 1);
    alpha[i]! *= share * share * (3 - 2 * share);
  }
}

function fadeBottom(alpha: Float32Array, width: number): void {
  const rows = alpha.length / width;
  for (let i = 0; i < alpha.length; i++) {
    const share = Math.min(1, (rows - Math.floor(i / width) - 0.5) / (BOTTOM_FADE * rows));
    alpha[i]! *= share * share * (3 - 2 * share);
  }
}
