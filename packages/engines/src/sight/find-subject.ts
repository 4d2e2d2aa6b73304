import { alongColours } from './colour-lines.js';
import { type Face, findFacesWith } from './find-faces.js';
import { boxMean, type Mask, maskOf, resized, smoothStep } from './mask.js';
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
  /** Bounds of the mask at 0.5; undefined when nothing is in front. */
  readonly box: Box | undefined;
  /** How much the mask can be trusted, 0-1: a person or a clear object on a plain backdrop near 1, a landscape near 0. */
  readonly trust: number;
};

export type Subject = Outline & {
  readonly faces: readonly Face[];
  /** Whether the mask is surely the outline of persons, good enough to draw along it. */
  readonly isPerson: boolean;
};

/** Cells that the network of persons sees; it halves its grid four times. */
const CELLS = 24_000;
const DIVISOR = 16;
const MOST_PER_SIDE = 40;
/** Smaller pictures show the network nothing. */
const SEEN_FROM = 48;
/** Trust in an outline beyond which faces are sought nowhere else, and how far around it. */
const SURE = 0.3;
const WIDENED = 0.06;
/** The outline of persons is trusted, holds all faces that were found, and colours change along it. */
const PERSON = { trust: 0.8, face: 0.8, contrast: 0.7 } as const;
const SALIENCE_LONGEST = 128;
/** What is left of the trust in colours where the network saw nothing. */
const UNCONFIRMED = 0.6;

/** Finds the subject in front. */
export async function findOutline(picture: SightPicture): Promise<Outline> {
  const isTiny = Math.max(picture.width, picture.height) < SEEN_FROM;
  return outlineIn(picture, isTiny ? undefined : await personModel());
}

/** Finds the subject by colours only. */
export function outlineByColour(picture: SightPicture): Outline {
  return outlineIn(picture, undefined);
}

/** Finds the subject in front and the faces, which are searched for there if it can be trusted. */
export async function findSubject(picture: SightPicture): Promise<Subject> {
  const outline = await findOutline(picture);
  const isSure = outline.box && outline.trust > SURE;
  const faces = await findFaces(picture, isSure ? widened(outline.box) : undefined);
  return { ...outline, faces, isPerson: isPerson(picture, outline, faces) };
}

function isPerson(picture: SightPicture, { mask, trust }: Outline, faces: readonly Face[]): boolean {
  if (faces.length === 0 || trust < PERSON.trust) return false;
  const isHeld = faces.every(({ box }) => meanWithin(mask, box) >= PERSON.face);
  return isHeld && outlineContrast(mask, gridOf(picture, mask.width, mask.height)) >= PERSON.contrast;
}

/** Mean of the mask over the middle of a box. */
function meanWithin({ data, width, height }: Mask, box: Box): number {
  const column = (share: number): number => Math.floor((box.x + box.width * share) * width);
  const row = (share: number): number => Math.floor((box.y + box.height * share) * height);
  let sum = 0;
  let count = 0;
  for (let y = Math.max(0, row(0.25)); y <= Math.min(height - 1, row(0.75)); y++)
    for (let x = Math.max(0, column(0.25)); x <= Math.min(width - 1, column(0.75)); x++, count++)
      sum += data[y * width + x]!;
  return count === 0 ? 0 : sum / count;
}

/** Where faces look out of a part of the picture, the surest first. */
export async function findFaces(
  picture: SightPicture,
  part: Box = { x: 0, y: 0, width: 1, height: 1 },
): Promise<readonly Face[]> {
  const model = await faceModel();
  const isTiny = Math.max(picture.width, picture.height) < SEEN_FROM;
  return model && !isTiny ? findFacesWith(model, picture, part) : [];
}

function widened(box: Box): Box {
  const x = Math.max(0, box.x - WIDENED);
  const y = Math.max(0, box.y - WIDENED);
  const right = Math.min(1, box.x + box.width + WIDENED);
  const bottom = Math.min(1, box.y + box.height + WIDENED);
  return { x, y, width: right - x, height: bottom - y };
}

function outlineIn(picture: SightPicture, persons: TfliteGraph | undefined): Outline {
  const grid = evenGrid(picture);
  const { width, height } = grid;
  const small = smaller(grid);
  const salience = salienceOf(small);
  const clear = outlineContrast(salience, small) * centrality(salience);
  const salient = resized(salience, width, height);
  const person = persons && runTflite(persons, { ...grid, data: grid.data.map((value) => value / 255) });
  const found = person ? foundBy(person) : 0;
  const alone = person ? confirmed(clear, likeness(person, salient)) : clear;
  const raw = person ? joined(person, salient, found, clear) : salient;
  const mask = sharpened(sharpened(raw, grid, 10), grid, 3);
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

/** A grid of the picture's shape with about so many cells, on which the network can halve each side. */
function evenGrid(picture: SightPicture): Tensor {
  const scale = Math.sqrt(CELLS / (picture.width * picture.height)) / DIVISOR;
  const side = (pixels: number): number =>
    DIVISOR * Math.min(MOST_PER_SIDE, Math.max(1, Math.round(pixels * scale)));
  return gridOf(picture, side(picture.width), side(picture.height));
}

function smaller(grid: Tensor): Tensor {
  const scale = Math.min(1, SALIENCE_LONGEST / Math.max(grid.width, grid.height));
  const side = (cells: number): number => Math.max(1, Math.round(cells * scale));
  return gridOf(grid, side(grid.width), side(grid.height));
}

/** Moves the outline to where colours change, up to `radius` cells away. */
function sharpened(mask: Mask, grid: Tensor, radius: number): Mask {
  const lines = alongColours(mask, grid, radius, 0.04);
  return maskOf(mask.width, mask.height, (cell) => smoothStep(0.12, 0.88, lines.data[cell]!));
}

function boundsOf({ data, width, height }: Mask): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let cell = 0; cell < data.length; cell++) {
    if (data[cell]! < 0.5) continue;
    const x = cell % width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, Math.floor(cell / width));
    bottom = Math.floor(cell / width);
  }
  if (right < 0) return undefined;
  return {
    x: left / width,
    y: top / height,
    width: (right + 1 - left) / width,
    height: (bottom + 1 - top) / height,
  };
}
