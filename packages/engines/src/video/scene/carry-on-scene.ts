import type { CameraMove } from '../prompt-words.js';
import { mirrored } from '../picture/mirrored.js';
import { Grain, type GrainKind } from '../picture/grain.js';
import { blend, yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { type CameraPath, freeTravel, type TravelOptions } from '../motion/camera-path.js';
import { type DepthGuess, guessDepth } from '../motion/depth-guess.js';
import { motionAt } from '../motion/motion-field.js';
import { type Momentum, RESTING } from '../motion/momentum.js';
import { View } from '../motion/view.js';
import { WarpGrid } from '../motion/warp-grid.js';
import { WarpSource } from '../motion/warp-source.js';
import type { Scene, SceneTiming } from './scene.js';

/** How long a motion takes to come to rest. Things that move independently rest sooner, because their limbs and folds do not follow. */
const CAMERA_SECONDS = 1.6;
const OWN_SECONDS = 0.9;
const SHORTEST_SECONDS = 0.25;
/** How far a motion may look beyond the frame's edge, as a share of its side. */
const BORDER = 0.08;
/** Below this speed, in shares of the frame per second, a picture counts as still. */
const RESTING_SPEED = 0.004;
const SETTLING_FRAMES = 10;

export type CarryOnOptions = {
  /** Absent: nothing moves. */
  momentum: Momentum | undefined;
  /** What every picture of the video has on top; absent for none. */
  grain: GrainKind | undefined;
  timing: SceneTiming;
  /** Seconds for which the last picture has been seen already when frame 0 is shown: 0, or more where pictures repeat. */
  seenSeconds: number;
  /** By when all motion must have come to rest, where something else follows. */
  restSeconds?: number;
  moves: CameraMove[];
  travel: TravelOptions;
};

/** The last picture of a video, whose motion goes on, eases, and becomes a slow move of the camera. */
export class CarryOnScene implements Scene {
  readonly accents: number[] = [];
  private readonly grid: WarpGrid;
  private readonly drawn: YuvPicture;
  private readonly source: WarpSource;
  private readonly border: number;
  private readonly depth: DepthGuess;
  private readonly path: CameraPath;
  private readonly momentum: Momentum;
  private readonly grain: Grain | undefined;
  private readonly isResting: boolean;
  private readonly restCamera: number;
  private readonly restOwn: number;

  constructor(
    private readonly picture: YuvPicture,
    private readonly options: CarryOnOptions,
  ) {
    const { width, height } = picture;
    const { restSeconds = Infinity, moves, travel } = options;
    this.momentum = options.momentum ?? RESTING;
    this.grain = options.grain && new Grain(options.grain, travel.random);
    this.grid = new WarpGrid({ width, height });
    this.drawn = yuvPicture(width, height);
    this.border = 4 * Math.ceil((BORDER * Math.max(width, height)) / 4);
    this.source = new WarpSource(mirrored(picture, this.border));
    this.depth = guessDepth(picture);
    this.path = freeTravel(restSeconds < Infinity ? ['static'] : moves, travel, this.depth.focus);
    const within = (3 * BORDER) / Math.max(1e-6, beyondEdge(this.momentum, width / height));
    this.restCamera = Math.max(SHORTEST_SECONDS, Math.min(CAMERA_SECONDS, restSeconds, within));
    this.restOwn = Math.min(OWN_SECONDS, restSeconds);
    this.isResting =
      beyondEdge(this.momentum, width / height) < RESTING_SPEED &&
      this.momentum.own.dx.every((x, i) => x === 0 && this.momentum.own.dy[i] === 0);
  }

  frame(index: number): YuvPicture {
    const { timing, seenSeconds } = this.options;
    const seconds = index / timing.framesPerSecond + (index === 0 ? 0 : seenSeconds);
    const view = new View(this.path(index / Math.max(1, timing.frames - 1)), this.depth);
    this.lay(view, travelled(seconds, this.restCamera), travelled(seconds, this.restOwn));
    this.grid.render(this.source, this.source, this.drawn);
    // Sampling changes a picture a little, which shows where nothing else does.
    if (this.isResting && index < SETTLING_FRAMES) {
      blend(this.picture, this.drawn, index / SETTLING_FRAMES, this.drawn);
    }
    if (index > 0) this.grain?.addTo(this.drawn);
    return this.drawn;
  }

  /** @param cameraSeconds, ownSeconds For how long the full speed would have taken the motions as far. */
  private lay(view: View, cameraSeconds: number, ownSeconds: number): void {
    const { width, height } = this.grid.size;
    const back = backwards(this.momentum, cameraSeconds, width / height);
    const own = { x: 0, y: 0, trust: 0 };
    for (let row = 0, node = 0; row < this.grid.rows; row++) {
      for (let column = 0; column < this.grid.columns; column++, node++) {
        const seen = view.look(this.grid.nodeX(column) / width, this.grid.nodeY(row) / height);
        const { u, v } = back(seen.x, seen.y);
        this.ownMotionAt(u, v, ownSeconds, own);
        this.grid.ax[node] = this.toSource(u - own.x * ownSeconds, width);
        this.grid.ay[node] = this.toSource(v - own.y * ownSeconds, height);
        this.grid.share[node] = 0;
      }
    }
  }

  /** The motion of what has come to a place, found by going back along it. */
  private ownMotionAt(
    u: number,
    v: number,
    seconds: number,
    into: { x: number; y: number; trust: number },
  ): void {
    const { columns, rows, dx, dy } = this.momentum.own;
    const field = { columns, rows, dx, dy, trust: dx };
    motionAt(field, u, v, into);
    motionAt(field, u - into.x * seconds, v - into.y * seconds, into);
  }

  /** A grid spans the whole source, border included, in pixels of the frame. */
  private toSource(share: number, side: number): number {
    const scale = (side + 2 * this.border) / side;
    return (share * side + this.border + 0.5) / scale - 0.5;
  }
}

/** Seconds at full speed that a motion which comes to rest after `rest` has gone in `seconds`. */
function travelled(seconds: number, rest: number): number {
  const left = Math.max(0, 1 - seconds / rest);
  return (rest / 3) * (1 - left ** 3);
}

/** How much of the frame per second the motion would show beyond its edge. */
function beyondEdge({ camera }: Momentum, aspect: number): number {
  const shrinking = Math.max(0, -camera.growth) / 2;
  const turning = Math.abs(camera.turn) / 2;
  return Math.max(
    Math.abs(camera.x) + shrinking + turning / aspect,
    Math.abs(camera.y) * aspect + shrinking + turning * aspect,
  );
}

/** Where what is now at a place of the frame was before the camera moved on. */
function backwards(
  { camera }: Momentum,
  seconds: number,
  aspect: number,
): (u: number, v: number) => { u: number; v: number } {
  // In the plane of complex numbers, from the middle: w' = s·w + t, with s = exp(rate·seconds).
  const scale = Math.exp(camera.growth * seconds);
  const cos = Math.cos(camera.turn * seconds) / scale;
  const sin = Math.sin(camera.turn * seconds) / scale;
  // Growth and turn are small: halfway through them the shift is as good as their integral.
  const half = Math.exp((camera.growth * seconds) / 2) * seconds;
  const shiftX = camera.x * half;
  const shiftY = camera.y * half;
  const place = { u: 0, v: 0 };
  return (u, v) => {
    const x = u - 0.5 - shiftX;
    const y = (v - 0.5) / aspect - shiftY;
    place.u = 0.5 + x * cos + y * sin;
    place.v = 0.5 + (y * cos - x * sin) * aspect;
    return place;
  };
}
