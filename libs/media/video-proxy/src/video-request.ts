import { randomInt } from 'node:crypto';
import type { Resolution } from '@atelier/engines/video';
import type { ExtendVideoRequest } from './dto/extend-video.request.js';
import type { GenerateVideoRequest } from './dto/generate-video.request.js';
import { findSize, hasSoundByDefault, takesSoundOptions } from './video-models.js';

/** Source: service.md, seed is an int32. */
const SEED_MAX = 2 ** 31 - 1;

/** A request for a video as stored with its task: defaults filled in, images and watermark as references. */
export type VideoGeneration = Omit<GenerateVideoRequest, 'callback_url' | 'images'> & {
  images: string[];
  duration: number;
  resolution: Resolution;
  seed: number;
  audio: boolean;
};

/** A request for an extension as stored with its task. */
export type VideoExtension = Omit<ExtendVideoRequest, 'callback_url' | 'images'> & {
  images: string[];
  source: string;
};

/** Fills in the seed and the defaults of the model. */
export function completeGeneration(
  request: Omit<GenerateVideoRequest, 'callback_url' | 'images'>,
): Omit<VideoGeneration, 'images'> {
  const size = findSize(request.model, request.duration, request.resolution);
  if (!size) throw new Error('The request was not checked for a size that the model offers');
  return {
    ...request,
    duration: size.durationSeconds,
    resolution: size.resolution,
    seed: request.seed || randomInt(1, SEED_MAX),
    audio: request.audio ?? hasSoundByDefault(request.model),
    bgm: request.bgm && takesSoundOptions(request.model),
  };
}
