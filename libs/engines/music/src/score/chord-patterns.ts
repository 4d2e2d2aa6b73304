import type { Metre } from '../plan/musical-terms.js';
import type { ChordPattern } from '../plan/genre.js';
import type { Random } from '../seeded-random.js';
import { accentSteps } from './bars.js';

/** A stroke of a chord: all notes, or the one numbered `voice` (counted round, negative from above). */
export type ChordStroke = { step: number; steps: number; voice?: number; velocity: number; strum?: number };

const COMPS = ['x..x..x...x.....', 'x.....x...x..x..', '..x...x.x....x..'];
const CHARLESTONS = ['x.....x.........', '......x.......x.', 'x.....x.......x.', '..x.......x.....'];
const STABS = ['...x..x....x..x.', '..x..x....x..x..', '...x..x.....x...'];
const STRUM = 'x...x.xu..xux.xu';
const SKANK = '..x...x...x...x.';

/** The strokes of one bar. `draw` gives each piece its own variant of a pattern. */
export function chordStrokes(
  pattern: ChordPattern,
  steps: number,
  metre: Metre,
  draw: Random,
): ChordStroke[] {
  const accents = accentSteps(metre, steps);
  switch (pattern) {
    case 'sustain':
      return [{ step: 0, steps, velocity: 0.7 }];
    case 'pulse':
      return every(2, steps).map((step) => ({
        step,
        steps: 1.7,
        velocity: accents.includes(step) ? 0.72 : 0.5,
      }));
    case 'power':
      return every(2, steps).map((step) => ({
        step,
        steps: step === 0 ? 1.9 : 1.5,
        velocity: accents.includes(step) ? 0.85 : 0.6,
      }));
    case 'ballad':
      return accents.map((step, index) => ({
        step,
        steps: (accents[index + 1] ?? steps) - step,
        velocity: index === 0 ? 0.7 : 0.5,
        strum: 0.012,
      }));
    case 'oompah':
      return accents.slice(1).map((step) => ({ step, steps: 2.4, velocity: 0.6 }));
    case 'arpeggio':
      return every(2, steps).map((step, index) => ({
        step,
        steps: 2.4,
        voice: [0, 2, 1, 3][index % 4],
        velocity: 0.6,
      }));
    case 'ostinato':
      return every(1, steps).map((step) => ({
        step,
        steps: 0.9,
        voice: [0, 1, 2, 1][step % 4],
        velocity: step % 4 === 0 ? 0.8 : 0.52,
      }));
    case 'broken':
      return every(2, steps).map((step, index) => ({
        step,
        steps: Math.min(8, steps - step),
        voice: [0, 1, 2, 3, 2, 1][index % 6],
        velocity: index === 0 ? 0.7 : 0.52,
      }));
    default:
      return written(pattern, steps, draw);
  }
}

function written(
  pattern: 'stab' | 'comp' | 'strum' | 'skank' | 'charleston',
  steps: number,
  draw: Random,
): ChordStroke[] {
  const choose = (lines: readonly string[]): string => lines[Math.floor(draw() * lines.length)] ?? '';
  const line = {
    stab: () => choose(STABS),
    comp: () => choose(COMPS),
    strum: () => STRUM,
    skank: () => SKANK,
    charleston: () => choose(CHARLESTONS),
  }[pattern]();
  const length = { stab: 1.2, comp: 2.6, strum: 2.2, skank: 0.9, charleston: 2.2 }[pattern];
  const strokes: ChordStroke[] = [];
  for (let step = 0; step < steps; step++) {
    const sign = line[step % line.length];
    if (sign === 'x')
      strokes.push({
        step,
        steps: length,
        velocity: step === 0 ? 0.78 : 0.66,
        strum: pattern === 'strum' ? 0.02 : 0,
      });
    if (sign === 'u') strokes.push({ step, steps: length, velocity: 0.44, strum: -0.014 });
  }
  return strokes;
}

function every(distance: number, steps: number): number[] {
  return Array.from({ length: Math.ceil(steps / distance) }, (_, index) => index * distance);
}
