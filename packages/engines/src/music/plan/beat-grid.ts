import type { Metre } from './musical-terms.js';

/** Fixes the sixteenth note number `step` at a time; tempo is even between two anchors. */
export type TempoAnchor = { step: number; seconds: number };

/** A sixteenth note lasts this many seconds at one quarter note per minute. */
const SIXTEENTH_AT_1_BPM = 15;
/** How far tempo may bend between two cuts before listeners hear it stumble. */
const MAX_BEND = 0.12;

export function stepsPerBar(metre: Metre): number {
  return (metre.beats * 16) / metre.unit;
}

/** Steps of a bar that carry weight: beats in simple metres, groups of three eighths in compound ones. */
export function accentSteps(metre: Metre, steps: number): number[] {
  const isCompound = metre.unit === 8 && metre.beats % 3 === 0;
  const group = isCompound ? 6 : 4;
  const accents: number[] = [];
  for (let step = 0; step < steps; step += group) accents.push(step);
  // 5/8 and 7/8 end with a long group: no accent on a lone eighth.
  if (metre.unit === 8 && !isCompound && accents.length > 1 && steps % 4 !== 0) accents.pop();
  return accents;
}

export function stepSeconds(bpm: number): number {
  return SIXTEENTH_AT_1_BPM / bpm;
}

/** Converts sixteenth-note numbers (fractions allowed) to seconds along a tempo map. */
export function timeOfStep(map: readonly TempoAnchor[], bpm: number, step: number): number {
  let from = map[0] ?? { step: 0, seconds: 0 };
  for (let index = 1; index < map.length; index++) {
    const to = map[index];
    if (!to) break;
    if (step <= to.step)
      return from.seconds + ((step - from.step) / (to.step - from.step)) * (to.seconds - from.seconds);
    from = to;
  }
  return from.seconds + (step - from.step) * stepSeconds(bpm);
}

/** The tempo in the given range whose beats pass closest to the cuts. */
export function fitTempo(cuts: readonly number[], low: number, high: number, wanted: number): number {
  let best = wanted;
  let bestCost = Infinity;
  for (let bpm = low; bpm <= high; bpm += 0.25) {
    const beat = 60 / bpm;
    const misses = cuts.map((cut) => Math.abs(cut / beat - Math.round(cut / beat)) ** 2);
    const cost =
      misses.reduce((sum, miss) => sum + miss, 0) / Math.max(1, cuts.length) +
      0.0004 * Math.abs(bpm - wanted);
    if (cost < bestCost) [best, bestCost] = [bpm, cost];
  }
  return best;
}

/** Bends the beat grid so that cuts fall on beats (else on off-beats); a cut that would bend it too far is left out. */
export function bendToCuts(cuts: readonly number[], bpm: number, metre: Metre): TempoAnchor[] {
  const beat = metre.unit === 8 ? 2 : 4;
  const map: TempoAnchor[] = [{ step: 0, seconds: 0 }];
  for (const cut of cuts) {
    const last = map.at(-1) ?? { step: 0, seconds: 0 };
    const span = (cut - last.seconds) / stepSeconds(bpm);
    const target = last.step + span;
    const choices = [Math.round(target / beat) * beat, Math.round(target / 2) * 2, Math.round(target)];
    const step = choices.find(
      (choice) => choice > last.step && Math.abs(span / (choice - last.step) - 1) <= MAX_BEND,
    );
    if (step !== undefined) map.push({ step, seconds: cut });
  }
  return map;
}

/** Splits a run of steps into bars; a rest too short for a bar lengthens the last one. */
export function splitIntoBars(steps: number, barSteps: number): number[] {
  const whole = Math.floor(steps / barSteps);
  const rest = Math.round(steps - whole * barSteps);
  const bars = Array.from({ length: whole }, () => barSteps);
  if (rest === 0 && whole > 0) return bars;
  if (whole > 0 && rest < barSteps / 2) return [...bars.slice(0, -1), barSteps + rest];
  return [...bars, Math.max(1, rest)];
}
