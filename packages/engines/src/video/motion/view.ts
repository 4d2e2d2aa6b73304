import type { Camera } from './camera-path.js';
import type { DepthGuess } from './depth-guess.js';

/** How much farther than the middle the nearest places move with the camera. */
const PARALLAX = 0.5;

/** A picture seen through a camera: near places move more than far ones when a depth is known. */
export class View {
  private readonly seen = { x: 0, y: 0 };

  constructor(
    private readonly camera: Camera,
    private readonly depth?: DepthGuess,
  ) {}

  /**
   * Where in the picture a place of the frame looks; all are shares of the frame.
   * The answer is overwritten by the next call.
   */
  look(u: number, v: number): { x: number; y: number } {
    const { zoom, x, y } = this.camera;
    const stretch = this.depth ? 1 + PARALLAX * (this.depth.nearness(u, v) - 0.5) : 1;
    const local = 1 / (1 + (zoom - 1) * stretch);
    const room = (1 - local) / 2;
    this.seen.x = 0.5 + held(x * stretch, room) + (u - 0.5) * local;
    this.seen.y = 0.5 + held(y * stretch, room) + (v - 0.5) * local;
    return this.seen;
  }
}

function held(offset: number, room: number): number {
  return offset < -room ? -room : offset > room ? room : offset;
}
