/** sRGB and CIE L*a*b* (D65) conversions, IEC 61966-2-1 and CIE 15; tables where a pixel loop needs them. */

/** Three numbers that a conversion reads and writes in place. */
export type Triple = [number, number, number];

/** Share of each linear channel in luminance (Rec. 709). Also used as luma weights on encoded values. */
export const LUMINANCE = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;

/** Linear light of each 8-bit sRGB value. */
export const LINEAR_OF_BYTE = Float32Array.from({ length: 256 }, (_, byte) => linearOf(byte / 255));

/** Encoded value (0–1) of each 8-bit sRGB value. */
export const UNIT_OF_BYTE = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);

/** Steps of {@link LINEAR_OF_TONE}: fine enough that a night scene brought to daylight shows none. */
export const TONE_STEPS = 4_096;

/** Linear light of an encoded value `index / TONE_STEPS`. */
export const LINEAR_OF_TONE = Float32Array.from({ length: TONE_STEPS + 1 }, (_, step) =>
  linearOf(step / TONE_STEPS),
);

/** Steps of {@link ENCODED_OF_LINEAR}: fine enough that the darkest step is a fifth of an 8-bit level. */
export const ENCODED_STEPS = 16_384;

/** Encoded value (0–1) of linear light `index / ENCODED_STEPS`. */
export const ENCODED_OF_LINEAR = Float32Array.from({ length: ENCODED_STEPS + 1 }, (_, step) =>
  encodedOf(step / ENCODED_STEPS),
);

export function linearOf(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

export function encodedOf(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

export function luminanceOf(red: number, green: number, blue: number): number {
  return LUMINANCE.red * red + LUMINANCE.green * green + LUMINANCE.blue * blue;
}

/** Linear RGB (0–1) to L* (0–100), a*, b*, in place. */
export function labFromLinear(colour: Triple): void {
  const [red, green, blue] = colour;
  const x = labCurve(0.4338903 * red + 0.3762294 * green + 0.1898803 * blue);
  const y = labCurve(luminanceOf(red, green, blue));
  const z = labCurve(0.0177541 * red + 0.1094635 * green + 0.8727824 * blue);
  colour[0] = 116 * y - 16;
  colour[1] = 500 * (x - y);
  colour[2] = 200 * (y - z);
}

/** L*, a*, b* to linear RGB, in place; colours outside sRGB leave 0–1. */
export function linearFromLab(colour: Triple): void {
  const y = (colour[0] + 16) / 116;
  const x = 0.95047 * labUncurve(y + colour[1] / 500);
  const z = 1.08883 * labUncurve(y - colour[2] / 200);
  const luminance = labUncurve(y);
  colour[0] = 3.2404542 * x - 1.5371385 * luminance - 0.4985314 * z;
  colour[1] = -0.969266 * x + 1.8760108 * luminance + 0.041556 * z;
  colour[2] = 0.0556434 * x - 0.2040259 * luminance + 1.0572252 * z;
}

/** Pulls a linear colour outside 0–1 towards its own luminance until it fits, which keeps its hue. */
export function fitGamut(colour: Triple): void {
  const luminance = clamp(luminanceOf(...colour), 0, 1);
  let keep = 1;
  for (const value of colour) {
    if (value > 1) keep = Math.min(keep, (1 - luminance) / (value - luminance));
    if (value < 0) keep = Math.min(keep, luminance / (luminance - value));
  }
  if (keep === 1) return;
  for (let channel = 0; channel < 3; channel++)
    colour[channel] = luminance + (colour[channel]! - luminance) * keep;
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** 0 below `from`, 1 above `to`, an S between. */
export function smoothStep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function labCurve(t: number): number {
  return t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116;
}

function labUncurve(t: number): number {
  return t > 6 / 29 ? t * t * t : ((116 * t - 16) * 27) / 24389;
}
