import type { ExtendRequest, GenerateRequest } from './video-request.js';
import { VideoEngineError } from './video.errors.js';

const MAX_SECONDS = 16;
const MAX_ADDED_SECONDS = 7;
const MAX_IMAGES = { 'start-end': 2, references: 7 };
const INT32 = 2 ** 31;

/** @throws VideoEngineError `invalid_request` naming the first wrong field. */
export function checkGenerate({ kind, imagePaths, durationSeconds, seed }: GenerateRequest): void {
  const most = MAX_IMAGES[kind];
  if (imagePaths.length < 1 || imagePaths.length > most) refuse(`imagePaths must be 1 to ${most} files`);
  checkWhole('durationSeconds', durationSeconds, 1, MAX_SECONDS);
  checkSeed(seed);
}

/** @throws VideoEngineError `invalid_request` naming the first wrong field. */
export function checkExtend({ durationSeconds, seed }: ExtendRequest): void {
  checkWhole('durationSeconds', durationSeconds, 1, MAX_ADDED_SECONDS);
  checkSeed(seed);
}

function checkSeed(seed = 0): void {
  checkWhole('seed', seed, -INT32, INT32 - 1);
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    refuse(`${name} must be a whole number from ${least} to ${most}`);
  }
}

function refuse(reason: string): never {
  throw new VideoEngineError('invalid_request', `The video request is wrong: ${reason}.`);
}
