import { clamp, luminanceOf, mix } from './colour.js';
import { fleshOf } from './flesh.js';
import { luminancePlane } from './shrink.js';
import type { StrokeManner } from './style-manner.js';

const RANKS = 24;

/** How the reference's strokes differ from the ground they lie on, to be drawn by lightness. */
export class Touches {
  readonly bristle: number;
  readonly relief: number;
  /** Darkness of the joints between tiles. */
  readonly joint: number;
  private readonly ranks: number[][];

  constructor(
    private readonly manner: StrokeManner,
    private readonly random: () => number,
  ) {
    const luma = luminancePlane(manner.ground).data;
    const touch = luminancePlane(manner.touches).data;
    this.ranks = Array.from({ length: RANKS }, () => []);
    let squares = 0;
    for (let cell = 0; cell < luma.length; cell += 7) {
      this.ranks[clamp(Math.floor(luma[cell]! * RANKS), 0, RANKS - 1)]!.push(cell);
      squares += touch[cell]! ** 2;
    }
    const contrast = Math.sqrt((squares * 7) / luma.length);
    this.bristle = 0.3 * contrast * manner.direction;
    this.relief = 0.35 * contrast * manner.direction;
    this.joint = 0.6 * (1 - manner.direction);
  }

  /** Changes an encoded colour as a stroke of the reference differs from a ground as bright; flesh keeps its hue. */
  touch(colour: Float32Array, amount: number): void {
    const cell = this.cellLike(luminanceOf(colour[0]!, colour[1]!, colour[2]!));
    if (cell === undefined) return;
    const { red, green, blue } = this.manner.touches;
    const change = [red.data[cell]!, green.data[cell]!, blue.data[cell]!] as const;
    const flesh = fleshOf(colour[0]!, colour[1]!, colour[2]!);
    const luma = luminanceOf(...change);
    for (let channel = 0; channel < 3; channel++) {
      const moved = amount * mix(change[channel]!, luma, 0.6 * flesh) * (1 - 0.4 * flesh);
      colour[channel] = clamp(colour[channel]! + moved, 0, 1);
    }
  }

  private cellLike(luma: number): number | undefined {
    const wanted = clamp(Math.floor(luma * RANKS), 0, RANKS - 1);
    const pick = this.random();
    for (let away = 0; away < RANKS; away++) {
      for (const rank of [this.ranks[wanted - away], this.ranks[wanted + away]]) {
        if (rank && rank.length > 0) return rank[Math.floor(pick * rank.length)];
      }
    }
    return undefined;
  }
}
