import { SAMPLE_RATE, type StereoSound } from './stereo-sound.js';

/** Samples that are averaged into one, and what is looked at a time after that. */
const THINNING = 4;
const WINDOW = 512;
/** Single frequencies up to here, then groups of them. */
const FINE_BINS = 96;
const GROUP = 16;

/** Seconds from one spectrum to the next. */
export const HOP_SECONDS = 0.01;

/** Loudness of every frequency, compressed as ears do, one row for every hop of the part of a sound; the last one ends with it. */
export function spectraOf(sound: StereoSound, from: number, to: number): Float32Array[] {
  const thin = thinned(sound, from, to);
  const hop = (HOP_SECONDS * SAMPLE_RATE) / THINNING;
  const count = Math.floor((thin.length - WINDOW) / hop) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    spectrum(thin, thin.length - WINDOW - (count - 1 - i) * hop),
  );
}

function thinned(sound: StereoSound, from: number, to: number): Float32Array {
  const out = new Float32Array(Math.floor((to - from) / THINNING));
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    const start = (from + i * THINNING) * 2;
    for (let n = start; n < start + THINNING * 2; n++) sum += sound[n]!;
    out[i] = sum / (THINNING * 2);
  }
  return out;
}

function spectrum(samples: Float32Array, from: number): Float32Array {
  const re = new Float64Array(WINDOW);
  const im = new Float64Array(WINDOW);
  for (let i = 0; i < WINDOW; i++) {
    re[i] = samples[from + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW));
  }
  transform(re, im);
  const groups = (WINDOW / 2 - FINE_BINS) / GROUP;
  const out = new Float32Array(FINE_BINS + groups);
  for (let bin = 1; bin < WINDOW / 2; bin++) {
    const power = re[bin]! * re[bin]! + im[bin]! * im[bin]!;
    out[bin < FINE_BINS ? bin : FINE_BINS + Math.floor((bin - FINE_BINS) / GROUP)]! += power;
  }
  return out.map((power) => power ** 0.25);
}

/** The fast Fourier transform, in place; the length is a power of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const { length } = re;
  for (let i = 1, j = 0; i < length; i++) {
    let bit = length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j], im[i], im[j]] = [re[j]!, re[i]!, im[j]!, im[i]!];
  }
  for (let half = 1; half < length; half *= 2) {
    for (let k = 0; k < half; k++) {
      const cos = Math.cos((-Math.PI * k) / half);
      const sin = Math.sin((-Math.PI * k) / half);
      for (let i = k; i < length; i += 2 * half) {
        const real = re[i + half]! * cos - im[i + half]! * sin;
        const imaginary = re[i + half]! * sin + im[i + half]! * cos;
        re[i + half] = re[i]! - real;
        im[i + half] = im[i]! - imaginary;
        re[i]! += real;
        im[i]! += imaginary;
      }
    }
  }
}
