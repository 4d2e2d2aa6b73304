import { type FaceNetwork, runFaceNetwork } from './face-network.js';
import { type Box, gridOf, type SightPicture } from './sight-picture.js';
import { emptyTensor, type Tensor } from './tensor.js';

export type Face = { readonly box: Box; readonly score: number };

/**
 * Longest sides of the network's input. A smaller grid misses the faces of a group. A face that fills the picture is too large for
 * the first, so the second is tried when the first finds none.
 */
const LONGEST = [352, 208] as const;
/** Cells per answer of the network. */
const REACH = 32;
/** Mean of the pictures that it has learnt from. */
const MEAN = [117.001, 114.697, 97.404] as const;
/** Sides of the five boxes that the network predicts, in cells of its answer. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;
const NUMBERS_PER_ANCHOR = 5;
const LEAST_SCORE = 0.55;
/** A box covered by surer faces to this share is not a separate face. */
const COVERED = 0.5;

/** @param part The part of the picture to look at. */
export function findFacesWith(network: FaceNetwork, picture: SightPicture, part: Box): Face[] {
  for (const longest of LONGEST) {
    const faces = facesOnGrid(network, picture, part, longest);
    if (faces.length > 0) return faces;
  }
  return [];
}

function facesOnGrid(network: FaceNetwork, picture: SightPicture, part: Box, longest: number): Face[] {
  const sides = { width: picture.width * part.width, height: picture.height * part.height };
  const scale = Math.min(1, longest / Math.max(sides.width, sides.height));
  const width = Math.max(1, Math.round(sides.width * scale));
  const height = Math.max(1, Math.round(sides.height * scale));
  const answer = runFaceNetwork(network, centredInput(gridOf(picture, width, height, part)));
  const faces = facesOf(answer, width / REACH, height / REACH);
  const sure = distinct(faces.toSorted((one, other) => other.score - one.score));
  return sure.map(({ box, score }) => ({ box: within(part, box), score }));
}

function within(part: Box, box: Box): Box {
  return {
    x: part.x + box.x * part.width,
    y: part.y + box.y * part.height,
    width: box.width * part.width,
    height: box.height * part.height,
  };
}

/** Less the mean, on a grid that the network can halve five times; what is added counts as nothing. */
function centredInput(grid: Tensor): Tensor {
  const input = emptyTensor(Math.ceil(grid.width / REACH) * REACH, Math.ceil(grid.height / REACH) * REACH, 3);
  input.data.fill(0);
  for (let y = 0; y < grid.height; y++)
    for (let at = 0; at < grid.width * 3; at++)
      input.data[y * input.width * 3 + at] = (grid.data[y * grid.width * 3 + at]! - MEAN[at % 3]!) / 255;
  return input;
}

/** @param across Width of the picture in cells of the answer, `down` its height. */
function facesOf(answer: Tensor, across: number, down: number): Face[] {
  const { data, width, height, channels } = answer;
  const faces: Face[] = [];
  for (let cell = 0; cell < width * height; cell++)
    for (const [index, [anchorWidth, anchorHeight]] of ANCHORS.entries()) {
      const at = cell * channels + index * NUMBERS_PER_ANCHOR;
      const score = logistic(data[at + 4]!);
      if (score < LEAST_SCORE) continue;
      const sides = {
        width: Math.exp(data[at + 2]!) * anchorWidth,
        height: Math.exp(data[at + 3]!) * anchorHeight,
      };
      const x = (cell % width) + logistic(data[at]!) - sides.width / 2;
      const y = Math.floor(cell / width) + logistic(data[at + 1]!) - sides.height / 2;
      faces.push({
        score,
        box: { x: x / across, y: y / down, width: sides.width / across, height: sides.height / down },
      });
    }
  return faces;
}

/** A face that surer ones cover is one of them, or what lies between two. */
function distinct(faces: readonly Face[]): Face[] {
  const kept: Face[] = [];
  for (const face of faces) {
    const covered = kept.reduce((sum, { box }) => sum + sharedArea(box, face.box), 0);
    if (covered < COVERED * face.box.width * face.box.height) kept.push(face);
  }
  return kept;
}

function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
