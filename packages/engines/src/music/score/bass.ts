import { accentSteps } from '../plan/beat-grid.js';
import { MODE_STEPS } from '../plan/musical-terms.js';
import type { BassPattern } from '../plan/genre.js';
import { GENRES } from '../plan/genres.js';
import type { MusicPlan } from '../plan/music-plan.js';
import { randomStream } from '../seeded-random.js';
import type { Bar } from './bars.js';
import { BASS_LINES } from './bass-lines.js';
import { keyClassOf, semitones } from './harmony.js';
import type { Performance } from './performance.js';

/** Degree above the chord's root; `octave` lifts by twelve semitones. */
type BassStroke = { step: number; steps: number; degree: number; octave?: number; velocity: number };

/** Plays the bass line; where its section has none it enters in the last bar. */
export function composeBass(performance: Performance, bars: readonly Bar[]): void {
  const { band, genre, mode } = performance.plan;
  const voice = band.bass;
  if (!voice) return;
  const random = randomStream(performance.seed, 'bass');
  const low = lowestNote(performance.plan);
  for (const [index, bar] of bars.entries()) {
    if (bar.scene.bass === 'none' && bar.index < bar.count - 1) continue;
    const usual = GENRES[genre].patterns.bass;
    const pattern = bar.isLast || (bar.scene.bass === 'long' && usual !== 'walking') ? 'long' : usual;
    const key = keyClassOf(performance.plan.key) + bar.scene.lift;
    const next = bars[index + 1]?.chord.root ?? 0;
    for (const stroke of bassStrokes(pattern, bar, performance.plan, next, random)) {
      const pitch = key + semitones(MODE_STEPS[mode], bar.chord.root + stroke.degree);
      const root = fold(key + semitones(MODE_STEPS[mode], bar.chord.root), low);
      const midi =
        stroke.degree === 0
          ? root
          : root + ((((pitch - root) % 12) + 12) % 12) - (stroke.degree < 0 ? 12 : 0);
      const velocity = stroke.velocity * (0.7 + 0.3 * bar.scene.energy);
      performance.play('bass', {
        step: bar.startStep + stroke.step,
        steps: stroke.steps,
        midi: midi + 12 * (stroke.octave ?? 0) + (bar.scene.bass === 'high' && !bar.isLast ? 12 : 0),
        velocity,
        voice,
      });
    }
  }
}

function lowestNote(plan: MusicPlan): number {
  if (plan.band.bass === 'subBass') return 29;
  if (plan.band.bass === 'choir') return 41;
  return plan.band.bass === 'cello' ? 36 : 30;
}

function fold(pitch: number, low: number): number {
  return low + ((((pitch - low) % 12) + 12) % 12);
}

function bassStrokes(
  pattern: BassPattern,
  bar: Bar,
  plan: MusicPlan,
  next: number,
  random: () => number,
): BassStroke[] {
  const { steps } = bar;
  const accents = accentSteps(plan.metre, steps);
  switch (pattern) {
    case 'long':
      return [{ step: 0, steps: steps * 0.97, degree: 0, velocity: 0.75 }];
    case 'downbeat':
      return [{ step: 0, steps: Math.min(steps, 6), degree: bar.index % 2 === 0 ? 0 : 4, velocity: 0.78 }];
    case 'rootFifth':
      return accents
        .filter((_, index) => index % 2 === 0)
        .map((step, index) => ({ step, steps: 6, degree: index % 2 === 0 ? 0 : 4, velocity: 0.75 }));
    case 'walking':
      return walk(accents, bar.chord.root, next, random);
    default: {
      const { line, length } = BASS_LINES[pattern];
      return fromLine(line, steps, length);
    }
  }
}

function fromLine(line: string, steps: number, length: number): BassStroke[] {
  const strokes: BassStroke[] = [];
  for (let step = 0; step < steps; step++) {
    const sign = line[step % line.length];
    if (sign === undefined || sign === '.') continue;
    strokes.push({
      step,
      steps: Math.min(length, steps - step),
      degree: sign === '5' ? 4 : 0,
      octave: sign === 'o' ? 1 : 0,
      velocity: sign === 'R' ? 0.88 : 0.68,
    });
  }
  return strokes;
}

/** Quarter notes: root, chord and scale notes, then a neighbour of the next root. */
function walk(accents: readonly number[], root: number, next: number, random: () => number): BassStroke[] {
  const between = [
    [2, 4],
    [1, 2],
    [4, 6],
    [4, 2],
  ][Math.floor(random() * 4)] ?? [2, 4];
  return accents.map((step, index) => {
    const isApproach = index === accents.length - 1 && accents.length > 2;
    const target = ((((next - root) % 7) + 7) % 7) + (random() < 0.5 ? 1 : -1);
    const degree = index === 0 ? 0 : isApproach ? target : (between[(index - 1) % 2] ?? 2);
    return { step, steps: 3.7, degree, velocity: index % 2 === 0 ? 0.75 : 0.82 };
  });
}
