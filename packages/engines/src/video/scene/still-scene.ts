import type { CameraMove } from '../prompt-words.js';
import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { freeTravel, type CameraPath, type TravelOptions } from '../motion/camera-path.js';
import { guessDepth, type DepthGuess } from '../motion/depth-guess.js';
import { layStill } from '../motion/morph.js';
import { View } from '../motion/view.js';
import { WarpGrid } from '../motion/warp-grid.js';
import type { Scene, SceneTiming } from './scene.js';
import { type StyledSource, styleRamp } from './styled-source.js';

/** One picture, exact in the first frame, with a camera that moves freely afterwards. */
export class StillScene implements Scene {
  readonly accents: number[] = [];
  private readonly grid: WarpGrid;
  private readonly drawn: YuvPicture;
  private readonly depth: DepthGuess;
  private readonly path: CameraPath;

  constructor(
    private readonly source: StyledSource,
    private readonly timing: SceneTiming,
    moves: CameraMove[],
    travel: TravelOptions,
  ) {
    const { width, height } = source.plain;
    this.grid = new WarpGrid({ width, height });
    this.drawn = yuvPicture(width, height);
    this.depth = guessDepth(source.plain, source.seen.front);
    this.path = freeTravel(moves, travel, this.depth.focus, source.seen.keep);
  }

  frame(index: number): YuvPicture {
    const progress = index / Math.max(1, this.timing.frames - 1);
    const picture = this.source.at(styleRamp(index, this.timing, false));
    layStill(this.grid, new View(this.path(progress), this.depth));
    this.grid.render(picture, picture, this.drawn);
    return this.drawn;
  }
}
