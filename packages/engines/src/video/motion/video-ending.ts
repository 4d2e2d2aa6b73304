import { type GrainKind, grainBetween } from '../picture/grain.js';
import type { YuvPicture } from '../picture/yuv-picture.js';
import { type Momentum, momentumOf } from './momentum.js';

/** The motion of this long a time is the motion at its end. A single frame more may be a slow source's only other picture. */
const MEASURED_SECONDS = 0.13;

type Shown = {
  picture: YuvPicture;
  /** The first frame that shows it. */
  frame: number;
};

/** The last pictures of a video while it passes, apart from repetitions. */
export class VideoEnding {
  /** Frames seen so far. */
  frames = 0;
  private shown: Shown[] = [];

  constructor(private readonly framesPerSecond: number) {}

  see(picture: YuvPicture): void {
    const frame = this.frames++;
    if (this.shown.at(-1)?.picture === picture) return;
    this.shown.push({ picture, frame });
    // One picture before the measured time has to stay.
    const from = frame - MEASURED_SECONDS * this.framesPerSecond;
    while (this.shown.length > 2 && this.shown[1]!.frame <= from) this.shown.shift();
  }

  get last(): YuvPicture | undefined {
    return this.shown.at(-1)?.picture;
  }

  /** For how long the last picture has been repeated. */
  get heldSeconds(): number {
    return (this.frames - 1 - this.shown.at(-1)!.frame) / this.framesPerSecond;
  }

  /** How the last pictures move; undefined for a video of one picture. */
  momentum(): Momentum | undefined {
    const [before] = this.shown;
    const last = this.shown.at(-1);
    if (!before || !last || before === last) return undefined;
    return momentumOf(before.picture, last.picture, (last.frame - before.frame) / this.framesPerSecond);
  }

  /** The grain of the last two pictures. */
  grain(): GrainKind | undefined {
    const [before, last] = this.shown.slice(-2);
    return before && last && grainBetween(before.picture, last.picture);
  }
}
