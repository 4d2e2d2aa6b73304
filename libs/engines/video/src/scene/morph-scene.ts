import type { CameraMove } from '../prompt-cues.js';
import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { driftOf, roundTrip, type CameraPath, type TravelOptions } from '../motion/camera-path.js';
import { changeOrder } from '../motion/change-order.js';
import { layMorph, type Morph } from '../motion/morph.js';
import { motionBetween } from '../motion/motion-search.js';
import { View } from '../motion/view.js';
import { WarpGrid } from '../motion/warp-grid.js';
import type { Scene, SceneTiming } from './scene.js';
import { type StyledSource, styleRamp } from './styled-source.js';

/** From one picture to another; both are exact in the first and the last frame. */
export class MorphScene implements Scene {
  readonly accents: number[];
  private readonly grid: WarpGrid;
  private readonly drawn: YuvPicture;
  private readonly path: CameraPath;
  private readonly morph: Morph;

  constructor(
    private readonly start: StyledSource,
    private readonly end: StyledSource,
    private readonly timing: SceneTiming,
    moves: CameraMove[],
    travel: TravelOptions,
  ) {
    const { width, height } = start.plain;
    this.grid = new WarpGrid({ width, height });
    this.drawn = yuvPicture(width, height);
    this.path = roundTrip(moves, travel);
    const drift = driftOf(moves, travel);
    this.morph = {
      field: motionBetween(start.plain, end.plain),
      drift,
      order: changeOrder(drift, travel.random),
    };
    this.accents = [Math.floor(timing.frames / 2)];
  }

  frame(index: number): YuvPicture {
    const last = this.timing.frames - 1;
    const progress = index / last;
    const weight = styleRamp(index, this.timing, true);
    const view = new View(this.path(progress));
    layMorph(this.grid, this.morph, progress, { a: view, b: view });
    this.grid.render(this.start.at(weight), this.end.at(weight), this.drawn);
    return this.drawn;
  }
}
