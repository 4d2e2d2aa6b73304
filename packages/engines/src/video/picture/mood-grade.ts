import type { Mood } from '../prompt-cues.js';
import type { YuvPicture } from './yuv-picture.js';

type Grade = {
  /** Factor on colour, and colour added to the neutral axis. */
  saturation: number;
  cb: number;
  cr: number;
  /** Exponent on brightness: above 1 darkens; contrast is a factor about the middle. */
  gamma: number;
  contrast: number;
};

const GRADES: Record<Mood, Grade> = {
  warm: { saturation: 1.08, cb: -10, cr: 8, gamma: 0.97, contrast: 1.02 },
  cold: { saturation: 0.9, cb: 10, cr: -7, gamma: 1, contrast: 1.03 },
  mono: { saturation: 0, cb: 0, cr: 0, gamma: 1.05, contrast: 1.15 },
  vintage: { saturation: 0.65, cb: -12, cr: 6, gamma: 0.95, contrast: 0.9 },
  night: { saturation: 0.7, cb: 12, cr: -6, gamma: 1.5, contrast: 1 },
  vivid: { saturation: 1.35, cb: 0, cr: 0, gamma: 1, contrast: 1.08 },
};

/** Gives a picture a colour mood, in place. */
export function gradeMood(picture: Pick<YuvPicture, 'y' | 'u' | 'v'>, mood: Mood): void {
  const { saturation, cb, cr, gamma, contrast } = GRADES[mood];
  const brightness = table((value) => {
    const light = Math.max(0, Math.min(1, (value - 16) / 219));
    return 16 + 219 * Math.max(0, Math.min(1, 0.5 + (light ** gamma - 0.5) * contrast));
  });
  const blue = table((value) => 128 + (value - 128) * saturation + cb);
  const red = table((value) => 128 + (value - 128) * saturation + cr);
  apply(picture.y, brightness);
  apply(picture.u, blue);
  apply(picture.v, red);
}

function table(of: (value: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => Math.max(16, Math.min(240, Math.round(of(value)))));
}

function apply(plane: Uint8Array, values: Uint8Array): void {
  for (let i = 0; i < plane.length; i++) plane[i] = values[plane[i]!]!;
}
