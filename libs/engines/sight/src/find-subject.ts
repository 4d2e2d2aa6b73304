import { type Face, findFacesWith } from './find-faces.js';
import { alongEdges, boxMean, type Mask, maskOf, resized, smoothStep } from './mask.js';
import { faceModel, personModel } from './models.js';
import { salienceOf } from './salience.js';
import { type Box, gridOf, type SightPicture } from './sight-picture.js';
import type { Tensor } from './tensor.js';
import type { TfliteGraph } from './tflite-file.js';
import { runTflite } from './tflite-network.js';
import { centrality, decidedness, likeness, outlineContrast, usualSize } from './trust.js';

export type Outline = {
  /** 0 background to 1 subject; row by row. */
  readonly mask: Mask;
  /** Bounds of the mask at 0.5, or undefined where nothing stands out. */
  readonly box: Box | undefined;
  /** How much the mask can be trusted, 0-1: a person or a clear object on a plain backdrop near 1, a landscape near 0. */
  readonly trust: number;
};

export type Subject = Outline & { readonly faces: readonly Face[] };

/** Longest side of what the network of persons sees; it halves its grid four times. */
const LONGEST = 256;
const DIVISOR = 16;
/** Smaller pictures show the network nothing. */
const SEEN_FROM = 48;
const SALIENCE_LONGEST = 128;
/** What is left of the trust in colours where the network saw nothing. */
const UNCONFIRMED = 0.6;

/** What stands in front. */
export async function findOutline(picture: SightPicture): Promise<Outline> {
  const isTiny = Math.max(picture.width, picture.height) < SEEN_FROM;
  return outlineIn(picture, isTiny ? undefined : await personModel());
}

/** What stands in front, and the faces. */
export async function findSubject(picture: SightPicture): Promise<Subject> {
  const outline = await findOutline(picture);
  return { ...outline, faces: await findFaces(picture) };
}

/** Where faces look out of the picture, the surest first. */
export async function findFaces(picture: SightPicture): Promise<readonly Face[]> {
  const model = await faceModel();
  return model && Math.max(picture.width, picture.height) >= SEEN_FROM ? findFacesWith(model, picture) : [];
}

/** @param persons The network of persons; without one, colours alone say what stands out. */
export function outlineIn(picture: SightPicture, persons: TfliteGraph | undefined): Outline {
  const grid = gridWithin(picture, LONGEST, DIVISOR);
  const { width, height } = grid;
  const small = gridWithin(picture, SALIENCE_LONGEST, 1);
  const salience = salienceOf(small);
  const clear = outlineContrast(salience, small) * centrality(salience);
  const salient = resized(salience, width, height);
  const person = persons && runTflite(persons, { ...grid, data: grid.data.map((value) => value / 255) });
  const found = person ? foundBy(person) : 0;
  const alone = person ? confirmed(clear, likeness(person, salient)) : clear;
  const raw = person ? joined(person, salient, found, clear) : salient;
  const guide = maskOf(width, height, (cell) => lumaOf(grid, cell));
  const sharp = alongEdges(raw, guide, 4, 0.05);
  const mask = maskOf(width, height, (cell) => smoothStep(0.12, 0.88, sharp.data[cell]!));
  return { mask, box: boundsOf(mask), trust: usualSize(mask) * (found + (1 - found) * alone) };
}

/**
 * The network knows persons and animals, and is unsure of things: what stands out by its colour counts as far as it lies
 * by what the network has found, and alone where that is nothing sure.
 */
function joined(person: Mask, salient: Mask, found: number, clear: number): Mask {
  const { width, height } = person;
  const near = boxMean(person, Math.round(Math.max(width, height) * 0.03));
  return maskOf(width, height, (cell) => {
    const alone = salient.data[cell]!;
    const both = Math.max(
      person.data[cell]!,
      alone * Math.max(clear, smoothStep(0.15, 0.6, near.data[cell]!)),
    );
    return found * both + (1 - found) * alone;
  });
}

/** Whether the network has found something, 0-1: enough of it, and without a doubt. */
function foundBy(person: Mask): number {
  const sure = person.data.reduce((sum, value) => sum + smoothStep(0.5, 0.9, value), 0) / person.data.length;
  return smoothStep(0.004, 0.02, sure) * smoothStep(0.58, 0.8, decidedness(person));
}

function confirmed(clear: number, agreement: number): number {
  const doubted = clear * UNCONFIRMED;
  return doubted + (1 - doubted) * agreement;
}

function gridWithin(picture: SightPicture, longest: number, divisor: number): Tensor {
  const scale = longest / Math.max(picture.width, picture.height) / divisor;
  const side = (pixels: number): number => Math.max(1, Math.round(pixels * scale)) * divisor;
  return gridOf(picture, side(picture.width), side(picture.height));
}

function lumaOf({ data }: Tensor, cell: number): number {
  return (0.2126 * data[cell * 3]! + 0.7152 * data[cell * 3 + 1]! + 0.0722 * data[cell * 3 + 2]!) / 255;
}

function boundsOf({ data, width, height }: Mask): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (const [cell, value] of data.entries()) {
    if (value < 0.5) continue;
    const x = cell % width;
    const y = Math.floor(cell / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return undefined;
  return {
    x: left / width,
    y: top / height,
    width: (right + 1 - left) / width,
    height: (bottom + 1 - top) / height,
  };
}
