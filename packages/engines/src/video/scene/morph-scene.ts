import type { CameraMove } from '../prompt-words.js';
import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { type CameraPath, driftOf, keeping, roundTrip, type TravelOptions } from '../motion/camera-path.js';
import { facesAgree, kinshipOf, type Kinship, layKin } from '../motion/kin.js';
import { isUnderEdge, laySlide, slideOver } from '../motion/slide.js';
import { View } from '../motion/view.js';
import { WarpGrid } from '../motion/warp-grid.js';
import type { WarpSource } from '../motion/warp-source.js';
import type { Scene, SceneTiming } from './scene.js';
import { type StyledSource, styleRamp } from './styled-source.js';

/** Time in which a picture slides over one that has nothing in common with it. */
const SLIDE_SECONDS = 1.4;
const SLIDE_SHARE = 0.5;

/**
 * From one picture to another; both are exact in the first and the last frame. Two views of one scene become one move of the camera
 * and of the things in it. Pictures that have nothing in common, or whose faces differ, slide over each other.
 */
export class MorphScene implements Scene {
  readonly accents: number[];
  private readonly grid: WarpGrid;
  private readonly drawn: YuvPicture;
  private readonly over: YuvPicture;
  private readonly paths: { start: CameraPath; end: CameraPath };
  private readonly kinship: Kinship | undefined;
  private readonly slide: { x: number; y: number };

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
    this.over = yuvPicture(width, height);
    this.kinship = kinshipBetween(start, end);
    const path = roundTrip(moves, travel);
    this.paths = { start: keeping(path, start.seen.keep), end: keeping(path, end.seen.keep) };
    this.slide = driftOf(moves, travel);
    this.accents = [Math.floor(timing.frames / 2)];
  }

  frame(index: number): YuvPicture {
    const progress = index / (this.timing.frames - 1);
    const weight = styleRamp(index, this.timing, true);
    const [start, end] = [this.start.at(weight), this.end.at(weight)];
    if (this.kinship) this.drawKin(this.kinship, progress, start, end);
    else this.drawSlide(progress, start, end);
    return this.drawn;
  }

  private drawKin(kinship: Kinship, progress: number, start: WarpSource, end: WarpSource): void {
    layKin(this.grid, kinship, progress, new View(this.paths.start(progress)));
    this.grid.render(start, end, this.drawn);
  }

  private drawSlide(progress: number, start: WarpSource, end: WarpSource): void {
    const { frames, framesPerSecond } = this.timing;
    const length = Math.min(SLIDE_SHARE, (SLIDE_SECONDS * framesPerSecond) / frames);
    const along = Math.max(0, Math.min(1, (progress - 0.5) / length + 0.5));
    const views = { a: new View(this.paths.start(progress)), b: new View(this.paths.end(progress)) };
    const edge = laySlide(this.grid, this.slide, along, views);
    if (along === 1) this.grid.share.fill(1);
    this.grid.render(start, end, this.drawn);
    if (along === 0 || along === 1) return;
    this.grid.share.fill(1);
    this.grid.render(start, end, this.over, (node) => isUnderEdge(this.grid, edge, node));
    slideOver(this.drawn, this.over, edge);
  }
}

/** Halfway between two different faces would be a third one, with four eyes or half-shut ones. */
function kinshipBetween(start: StyledSource, end: StyledSource): Kinship | undefined {
  const kinship = kinshipOf(start.plain, end.plain);
  const faces = { a: start.seen.faces ?? [], b: end.seen.faces ?? [] };
  return kinship && !facesAgree(start.plain, end.plain, kinship, faces) ? undefined : kinship;
}
