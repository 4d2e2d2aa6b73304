import { copyOf, type YuvPicture } from '../picture/yuv-picture.js';
import type { Scene } from './scene.js';

/** One scene up to a frame, and from what it shows there on another. */
export class ArrivalScene implements Scene {
  readonly accents: number[] = [];
  private second?: Scene;

  constructor(
    private readonly first: Scene,
    private readonly turnFrame: number,
    private readonly secondFrom: (picture: YuvPicture) => Scene,
  ) {}

  frame(index: number): YuvPicture {
    if (index < this.turnFrame) return this.first.frame(index);
    this.second ??= this.secondFrom(copyOf(this.first.frame(this.turnFrame)));
    return this.second.frame(index - this.turnFrame);
  }
}
