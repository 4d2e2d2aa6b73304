import { ease } from '../motion/camera-path.js';
import type { FramedPicture } from '../picture/framed-picture.js';
import { WarpSource } from '../motion/warp-source.js';
import { blend, copyOf, type YuvPicture } from '../picture/yuv-picture.js';
import type { SceneTiming } from './scene.js';

const RAMP_SECONDS = 0.5;
const STEPS = 16;

/** A picture that can be shown plain, styled, or anywhere in between. */
export class StyledSource {
  private weight = 0;
  private readonly shown: WarpSource;

  constructor(
    readonly plain: YuvPicture,
    /** The plain picture with more pixels. */
    private readonly detail: YuvPicture,
    /** Of the detail's size. */
    private readonly styled?: YuvPicture,
    readonly seen: Pick<FramedPicture, 'keep' | 'front'> & Partial<Pick<FramedPicture, 'faces'>> = {},
  ) {
    this.shown = new WarpSource(styled ? copyOf(detail) : detail);
  }

  /** @param weight 0 plain, 1 styled. */
  at(weight: number): WarpSource {
    if (this.styled && weight !== this.weight) {
      blend(this.detail, this.styled, weight, this.shown.picture);
      this.shown.refresh();
      this.weight = weight;
    }
    return this.shown;
  }
}

/** How far a style has taken hold: none on a given frame, all soon after. In steps, as each one costs a blend. */
export function styleRamp(
  index: number,
  { frames, framesPerSecond }: SceneTiming,
  endsPlain: boolean,
): number {
  const ramp = Math.max(1, Math.min(RAMP_SECONDS * framesPerSecond, (frames - 1) / 3));
  const fromStart = index / ramp;
  const toEnd = endsPlain ? (frames - 1 - index) / ramp : 1;
  return Math.round(ease(Math.max(0, Math.min(1, fromStart, toEnd))) * STEPS) / STEPS;
}
