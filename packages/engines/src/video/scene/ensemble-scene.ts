import type { Box } from '../../sight/index.js';
import type { CameraMove } from '../prompt-words.js';
import type { FrameSize } from '../picture/frame-size.js';
import { drawSprite, type Sprite } from '../picture/sprite.js';
import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import type { Camera, CameraPath, TravelOptions } from '../motion/camera-path.js';
import { layStill } from '../motion/morph.js';
import { View } from '../motion/view.js';
import { WarpGrid } from '../motion/warp-grid.js';
import { WarpSource } from '../motion/warp-source.js';
import { shotCamera } from './montage-camera.js';
import type { Scene, SceneTiming } from './scene.js';

/** The background moves less than the subjects. */
const BEHIND = 0.55;
/** Heads and shoulders: this share of a subject's height must stay in sight. */
const KEPT_HEIGHT = 0.5;

export type Actor = {
  sprite: Sprite;
  /** Of the subject without the room for its shadow; shares of the frame. */
  box: Box;
};

/** Subjects of several pictures together in one place. */
export class EnsembleScene implements Scene {
  readonly accents: number[] = [];
  private readonly grid: WarpGrid;
  private readonly drawn: YuvPicture;
  private readonly place: WarpSource;
  private readonly path: CameraPath;

  /** @param place Of the frame's size or larger. @param actors From the front to the back. */
  constructor(
    place: YuvPicture,
    private readonly actors: readonly Actor[],
    size: FrameSize,
    private readonly timing: SceneTiming,
    moves: CameraMove[],
    travel: TravelOptions,
  ) {
    this.grid = new WarpGrid(size);
    this.drawn = yuvPicture(size.width, size.height);
    this.place = new WarpSource(place);
    const keep = keptOf(actors);
    const focus = { x: keep.x + keep.width / 2, y: keep.y + keep.height / 2 };
    this.path = shotCamera({
      moves: moves.length > 0 ? moves : ['push-in'],
      travel,
      seconds: travel.seconds,
      focus,
      keep,
      isCloseUp: false,
      landsHard: false,
    });
  }

  frame(index: number): YuvPicture {
    const camera = this.path(index / Math.max(1, this.timing.frames - 1));
    const { zoom, x, y } = camera;
    layStill(this.grid, new View({ zoom: 1 + (zoom - 1) * BEHIND, x: x * BEHIND, y: y * BEHIND }));
    this.grid.render(this.place, this.place, this.drawn);
    for (const actor of this.actors.toReversed()) this.drawActor(actor, camera);
    return this.drawn;
  }

  private drawActor({ sprite, box }: Actor, { zoom, x, y }: Camera): void {
    const { width, height } = this.grid.size;
    const scale = (zoom * box.height * height) / (sprite.height - 2 * sprite.margin);
    const left = (0.5 + (box.x - 0.5 - x) * zoom) * width - sprite.margin * scale;
    const top = (0.5 + (box.y - 0.5 - y) * zoom) * height - sprite.margin * scale;
    drawSprite(sprite, { left, top, scale }, this.drawn);
  }
}

/** The upper parts of all, inside the frame. */
function keptOf(actors: readonly Actor[]): Box {
  const left = Math.max(0, Math.min(...actors.map(({ box }) => box.x)));
  const right = Math.min(1, Math.max(...actors.map(({ box }) => box.x + box.width)));
  const top = Math.max(0, Math.min(...actors.map(({ box }) => box.y - 0.02)));
  const bottom = Math.max(...actors.map(({ box }) => box.y + KEPT_HEIGHT * box.height));
  return { x: left, y: top, width: right - left, height: Math.min(1, bottom) - top };
}
