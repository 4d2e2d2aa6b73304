import type { CameraMove, PromptCues, TransitionKind } from '../prompt-cues.js';
import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { driftOf, freeTravel, type CameraPath, type TravelOptions } from '../motion/camera-path.js';
import { changeOrder } from '../motion/change-order.js';
import { guessDepth, type DepthGuess } from '../motion/depth-guess.js';
import { layMorph, layStill, type Morph } from '../motion/morph.js';
import { uniformField } from '../motion/motion-field.js';
import { motionBetween } from '../motion/motion-search.js';
import { View } from '../motion/view.js';
import { WarpGrid, WarpSource } from '../motion/warp-grid.js';
import type { Scene, SceneTiming } from './scene.js';

/** Longest change from one picture to the next. */
const CHANGE_SECONDS = 1;
const CHANGE_SHARE = 0.45;
/** Moves taken in turn when the prompt names none. */
const ROUND: CameraMove[] = [
  'push-in',
  'pan-right',
  'pull-out',
  'pan-left',
  'push-in',
  'tilt-up',
  'pull-out',
];

type Shot = {
  source: WarpSource;
  depth: DepthGuess;
  path: CameraPath;
  /** First and last frame in which the shot is to be seen. */
  from: number;
  to: number;
};

/** Several pictures, each with its own camera move, one turning into the next. */
export class SequenceScene implements Scene {
  readonly accents: number[];
  private readonly grid: WarpGrid;
  private readonly drawn: YuvPicture;
  private readonly shots: Shot[];
  private readonly changeFrames: number;
  private morph?: { into: number; plan: Morph };

  constructor(
    private readonly pictures: YuvPicture[],
    private readonly timing: SceneTiming,
    private readonly cues: PromptCues,
    private readonly travel: TravelOptions,
  ) {
    const { width, height } = pictures[0]!;
    this.grid = new WarpGrid({ width, height });
    this.drawn = yuvPicture(width, height);
    const shotFrames = timing.frames / pictures.length;
    this.changeFrames =
      cues.transition === 'cut'
        ? 0
        : Math.min(CHANGE_SECONDS * timing.framesPerSecond, CHANGE_SHARE * shotFrames);
    this.shots = pictures.map((picture, i) => this.shotOf(picture, i, shotFrames));
    this.accents = pictures.slice(1).map((_, i) => Math.round((i + 1) * shotFrames));
  }

  frame(index: number): YuvPicture {
    const shotFrames = this.timing.frames / this.shots.length;
    const boundary = Math.round(index / shotFrames);
    const along = index - boundary * shotFrames + this.changeFrames / 2;
    const changes = boundary > 0 && boundary < this.shots.length && along > 0 && along < this.changeFrames;
    if (changes) this.layChange(boundary, index, along / this.changeFrames);
    else this.layShot(Math.min(this.shots.length - 1, Math.floor(index / shotFrames)), index);
    return this.drawn;
  }

  private shotOf(picture: YuvPicture, i: number, shotFrames: number): Shot {
    const from = Math.max(0, i * shotFrames - this.changeFrames / 2);
    const to = Math.min(this.timing.frames - 1, (i + 1) * shotFrames + this.changeFrames / 2);
    const moves = this.cues.moves.length > 0 ? this.cues.moves : [ROUND[i % ROUND.length]!];
    const depth = guessDepth(picture);
    const seconds = (to - from) / this.timing.framesPerSecond;
    const pulls = moves.includes('pull-out');
    const path = freeTravel(
      pulls ? moves.map((move) => (move === 'pull-out' ? 'push-in' : move)) : moves,
      // A short shot moves faster, or it would seem to stand still.
      { ...this.travel, pace: this.travel.pace * 1.5, seconds },
      depth.focus,
    );
    // A later shot need not begin on the whole picture, so pulling out is pushing in backwards.
    return { source: new WarpSource(picture), depth, path: pulls ? (p) => path(1 - p) : path, from, to };
  }

  private layShot(i: number, index: number): void {
    const shot = this.shots[i]!;
    layStill(this.grid, viewAt(shot, index));
    this.grid.render(shot.source, shot.source, this.drawn);
  }

  private layChange(into: number, index: number, progress: number): void {
    const a = this.shots[into - 1]!;
    const b = this.shots[into]!;
    if (this.morph?.into !== into) this.morph = { into, plan: this.planChange(into) };
    layMorph(this.grid, this.morph.plan, progress, { a: viewAt(a, index), b: viewAt(b, index) });
    this.grid.render(a.source, b.source, this.drawn);
  }

  private planChange(into: number): Morph {
    const kind: TransitionKind = this.cues.transition ?? 'morph';
    const drift = driftOf(this.cues.moves, this.travel);
    const { random } = this.travel;
    if (kind === 'fade') return { field: uniformField(1), drift, order: () => 0.5 };
    if (kind === 'wipe') return { field: uniformField(0), drift, order: changeOrder(drift, random, 0.1) };
    const field = motionBetween(this.pictures[into - 1]!, this.pictures[into]!);
    return { field, drift, order: changeOrder(drift, random) };
  }
}

function viewAt(shot: Shot, index: number): View {
  const progress = Math.max(0, Math.min(1, (index - shot.from) / Math.max(1, shot.to - shot.from)));
  return new View(shot.path(progress), shot.depth);
}
