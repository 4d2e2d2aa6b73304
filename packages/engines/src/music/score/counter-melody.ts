import { accentSteps } from '../plan/beat-grid.js';
import { MODE_STEPS } from '../plan/musical-terms.js';
import { randomStream } from '../seeded-random.js';
import type { Bar } from './bars.js';
import { semitones } from './harmony.js';
import { centreOf, tonicNear } from './melody.js';
import type { Performance } from './performance.js';

/** The colour voice plays slow notes under the melody: thirds, fifths and sevenths that move by step. */
export function composeCounter(performance: Performance, bars: readonly Bar[]): void {
  const { plan, seed } = performance;
  const voice = plan.band.color;
  if (!voice) return;
  const scale = MODE_STEPS[plan.mode];
  let degree = 2;
  for (const bar of bars) {
    if (bar.scene.color !== 'counter' || bar.isLast) continue;
    const random = randomStream(seed, `counter/${bar.section}/${bar.index}`);
    const tonic = tonicNear(plan, centreOf(voice) - 5) + bar.scene.lift;
    const accents = accentSteps(plan.metre, bar.steps);
    // It moves where the melody holds: from the second beat, sometimes once more in the middle of the bar.
    const starts = [accents[1] ?? 0];
    const later = accents[3];
    if (later !== undefined && random() < 0.5) starts.push(later);
    for (const [index, step] of starts.entries()) {
      degree = nextTone(degree, bar.chord.degrees, random() < 0.5 ? 1 : -1);
      performance.play('color', {
        step: bar.startStep + step,
        steps: (starts[index + 1] ?? bar.steps) - step,
        midi: tonic + semitones(scale, degree),
        velocity: 0.55 + 0.25 * bar.scene.energy,
        voice,
        gain: 1.35,
      });
    }
  }
}

/** The nearest note of the chord in a direction, kept within an octave. */
function nextTone(from: number, degrees: readonly number[], direction: number): number {
  const isTone = (degree: number): boolean =>
    degrees.some((tone, index) => index > 0 && (((degree - tone) % 7) + 7) % 7 === 0);
  const heading = from > 5 ? -1 : from < -2 ? 1 : direction;
  for (const distance of [1, 2, 3, 4]) {
    if (isTone(from + heading * distance)) return from + heading * distance;
  }
  return from;
}
