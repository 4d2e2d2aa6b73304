import type { YuvPicture } from '../picture/yuv-picture.js';

/** Draws the frames of a video in order. */
export type Scene = {
  /**
   * The frame at `index` of `count`. The answer may be overwritten by the next call.
   *
   * @param index From 0 to `count - 1`, never falling.
   */
  frame(index: number): YuvPicture;
  /** Moments of change, in frames, for the sound to accent. */
  readonly accents: number[];
};

/** What a scene is drawn with. */
export type SceneTiming = {
  frames: number;
  framesPerSecond: number;
};
