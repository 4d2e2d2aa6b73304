import type { Box } from '../../sight/index.js';
import type { PromptCues, TransitionKind } from '../prompt-cues.js';
import type { FrameSize } from '../picture/frame-size.js';
import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { driftOf, type CameraPath, type TravelOptions } from '../motion/camera-path.js';
import { changeOrder } from '../motion/change-order.js';
import { guessDepth, type DepthGuess } from '../motion/depth-guess.js';
import { layMorph, layStill, type Morph } from '../motion/morph.js';
import { uniformField } from '../motion/motion-field.js';
import { motionBetween } from '../motion/motion-search.js';
import { View } from '../motion/view.js';
import { WarpGrid } from '../motion/warp-grid.js';
import { WarpSource } from '../motion/warp-source.js';
import { movesInTurn, shotCamera } from './montage-camera.js';
import { type MontageShot, planMontage } from './montage-plan.js';
import type { Scene, SceneTiming } from './scene.js';

/** Longest change from one picture to the next, where the prompt names one that is not a cut. */
const CHANGE_SECONDS = 1;
const CHANGE_SHARE = 0.45;

/** A picture of a montage, of the frame's size or larger, and what of it must not be cut. */
export type MontagePicture = {
  picture: YuvPicture;
  keep?: Box;
};

type Shown = {
  source: WarpSource;
  depth: DepthGuess;
  keep: Box | undefined;
};

type Shot = {
  shown: Shown;
  path: CameraPath;
  /** The frames between the middles of the changes before and after it. */
  from: number;
  to: number;
};

/** Several pictures as a montage on a steady beat: cuts, unless the prompt names another change from one to the next. */
export class SequenceScene implements Scene {
  readonly accents: number[];
  private readonly grid: WarpGrid;
  private readonly drawn: YuvPicture;
  private readonly shots: Shot[];
  private morph?: { into: number; plan: Morph };

  constructor(
    pictures: MontagePicture[],
    { width, height }: FrameSize,
    private readonly timing: SceneTiming,
    private readonly cues: PromptCues,
    private readonly travel: TravelOptions,
  ) {
    this.grid = new WarpGrid({ width, height });
    this.drawn = yuvPicture(width, height);
    const shown = pictures.map(({ picture, keep }): Shown => {
      return { source: new WarpSource(picture), depth: guessDepth(picture), keep };
    });
    const startsRight = travel.random() < 0.5;
    this.shots = planMontage(pictures.length, timing.frames / timing.framesPerSecond, travel.pace).map(
      (shot, i) => this.shotOf(shot, i, shown[shot.picture]!, startsRight),
    );
    this.accents = this.shots.slice(1).map(({ from }) => from);
  }

  frame(index: number): YuvPicture {
    const i = this.shots.findLastIndex(({ from }) => from <= index);
    const before = index - this.shots[i]!.from;
    const after = this.shots[i]!.to - index;
    const [into, along] = before <= after || i + 1 === this.shots.length ? [i, before] : [i + 1, -after];
    const half = this.halfChange(into);
    if (Math.abs(along) < half) this.layChange(into, index, (along / half + 1) / 2);
    else this.layShot(i, index);
    return this.drawn;
  }

  private get transition(): TransitionKind {
    return this.cues.transition ?? 'cut';
  }

  /** Half the frames of the change into a shot; none before the first one. */
  private halfChange(into: number): number {
    if (into === 0 || this.transition === 'cut') return 0;
    const [one, other] = [this.shots[into - 1]!, this.shots[into]!];
    const shorter = Math.min(one.to - one.from, other.to - other.from);
    return Math.min(CHANGE_SECONDS * this.timing.framesPerSecond, CHANGE_SHARE * shorter) / 2;
  }

  private shotOf(shot: MontageShot, i: number, shown: Shown, startsRight: boolean): Shot {
    const { framesPerSecond } = this.timing;
    const path = shotCamera({
      moves: this.cues.moves.length > 0 ? this.cues.moves : movesInTurn(i, startsRight),
      travel: this.travel,
      seconds: shot.toSeconds - shot.fromSeconds,
      focus: shown.keep ? middleOf(shown.keep) : shown.depth.focus,
      keep: shown.keep,
      isCloseUp: shot.isCloseUp,
      landsHard: i > 0 && this.transition === 'cut',
    });
    return {
      shown,
      path,
      from: Math.round(shot.fromSeconds * framesPerSecond),
      to: Math.round(shot.toSeconds * framesPerSecond),
    };
  }

  private layShot(i: number, index: number): void {
    const shot = this.shots[i]!;
    layStill(this.grid, viewAt(shot, index));
    this.grid.render(shot.shown.source, shot.shown.source, this.drawn);
  }

  private layChange(into: number, index: number, progress: number): void {
    const a = this.shots[into - 1]!;
    const b = this.shots[into]!;
    if (this.morph?.into !== into) this.morph = { into, plan: this.planChange(a, b) };
    layMorph(this.grid, this.morph.plan, progress, { a: viewAt(a, index), b: viewAt(b, index) });
    this.grid.render(a.shown.source, b.shown.source, this.drawn);
  }

  private planChange(a: Shot, b: Shot): Morph {
    const drift = driftOf(this.cues.moves, this.travel);
    const { random } = this.travel;
    if (this.transition === 'fade') return { field: uniformField(1), drift, order: () => 0.5 };
    if (this.transition === 'wipe')
      return { field: uniformField(0), drift, order: changeOrder(drift, random, 0.1) };
    const field = motionBetween(a.shown.source.picture, b.shown.source.picture);
    return { field, drift, order: changeOrder(drift, random) };
  }
}

/** Beyond its own frames, as within a change, a shot's camera rests. */
function viewAt({ path, from, to, shown }: Shot, index: number): View {
  return new View(path(Math.max(0, Math.min(1, (index - from) / Math.max(1, to - from)))), shown.depth);
}

function middleOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
