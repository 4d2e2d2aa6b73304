import { HOP_SECONDS, spectraOf } from './spectra.js';
import { SAMPLE_RATE, type StereoSound } from './stereo-sound.js';

/** How far back a sound is searched, and how much before its end must sound alike. */
const SEARCHED_SECONDS = 10;
const COMPARED_SECONDS = 1.5;
const LEAST_COMPARED_SECONDS = 0.3;
const LEAST_LOOP_SECONDS = 0.4;
/** A loop of twice the length may fit this much less, as a share of how badly most lengths fit. */
const LENGTH_BONUS = 0.08;
/** Sounds that hardly change fit everywhere. */
const STEADY = 0.02;
/** Around the best hop the waves themselves are laid upon each other. */
const FINE_REACH_SECONDS = 0.012;
const FINE_WINDOW_SECONDS = 0.05;

/**
 * How many samples before the end of a sound it sounds most as it does at its end: the length of a loop that keeps beat,
 * pitch and colour, as these are what spectra over more than a second have in common. At least a sound of 0.75 seconds.
 *
 * @param end In samples.
 */
export function loopLength(sound: StereoSound, end: number): number {
  const from = Math.max(0, end - SEARCHED_SECONDS * SAMPLE_RATE);
  const spectra = spectraOf(sound, from, end);
  const hop = HOP_SECONDS * SAMPLE_RATE;
  const longest = spectra.length - LEAST_COMPARED_SECONDS / HOP_SECONDS;
  const shortest = LEAST_LOOP_SECONDS / HOP_SECONDS;
  const apart = Array.from({ length: Math.max(1, longest - shortest) }, (_, i) =>
    unlikeness(spectra, shortest + i),
  );
  const usual = STEADY + apart.toSorted((one, other) => one - other)[apart.length >> 1]!;
  const prices = apart.map((value, i) => (value + STEADY) / usual - LENGTH_BONUS * Math.log2(shortest + i));
  const best = shortest + prices.indexOf(Math.min(...prices));
  return aligned(sound, end, best * hop);
}

/** 0 for a last second that was there before in the same way, 1 for one that has nothing in common with it. */
function unlikeness(spectra: Float32Array[], lag: number): number {
  const compared = Math.min(COMPARED_SECONDS / HOP_SECONDS, spectra.length - lag);
  let apart = 0;
  let whole = 1e-9;
  for (let i = 1; i <= compared; i++) {
    const now = spectra[spectra.length - i]!;
    const then = spectra[spectra.length - i - lag]!;
    // What was just heard counts most.
    const weight = 1 - (0.7 * i) / compared;
    for (let bin = 0; bin < now.length; bin++) {
      apart += weight * Math.abs(now[bin]! - then[bin]!);
      whole += weight * (now[bin]! + then[bin]!);
    }
  }
  return apart / whole;
}

/** The lag near the given one at which the waves of both channels agree best. */
function aligned(sound: StereoSound, end: number, lag: number): number {
  const window = FINE_WINDOW_SECONDS * SAMPLE_RATE;
  const reach = FINE_REACH_SECONDS * SAMPLE_RATE;
  let best = lag;
  let most = -Infinity;
  for (let attempt = lag - reach; attempt <= Math.min(lag + reach, end - window); attempt++) {
    let product = 0;
    let energy = 1e-9;
    for (let i = (end - window) * 2; i < end * 2; i++) {
      const then = sound[i - attempt * 2]!;
      product += sound[i]! * then;
      energy += then * then;
    }
    const likeness = product / Math.sqrt(energy);
    if (likeness > most) [best, most] = [attempt, likeness];
  }
  return best;
}
