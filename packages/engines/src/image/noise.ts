import { randomAt } from './seeded-random.js';

const NOISE_LENGTH = 65_536;
const ROW_STRIDE = 40_503;

/**
 * Noise that depends on the pixel's place and the seed only, never on the order of the work.
 * Values are between −1 and 1, triangular (mostly small). Each is made when it is first asked for: a small picture needs few.
 */
export class PixelNoise {
  private readonly values = new Float32Array(NOISE_LENGTH).fill(NaN);

  constructor(private readonly seed: number) {}

  at(x: number, y: number): number {
    const rowStart = Math.imul(y ^ this.seed, ROW_STRIDE) >>> 7;
    const place = (x + rowStart) & (NOISE_LENGTH - 1);
    const value = this.values[place]!;
    return Number.isNaN(value) ? this.make(place) : value;
  }

  private make(place: number): number {
    this.values[place] = randomAt(this.seed, 2 * place) - randomAt(this.seed, 2 * place + 1);
    return this.values[place]!;
  }
}

const DITHER_NOISE = new PixelNoise(1);

/**
 * The byte for an encoded value (0–1) with a little noise, so that a stretched gradient does not show steps; a value that is
 * already a whole byte stays what it is. Out-of-range values are for the clamped array to clip.
 */
export function dithered(value: number, x: number, y: number): number {
  return value * 255 + DITHER_NOISE.at(x, y) * 0.48;
}
