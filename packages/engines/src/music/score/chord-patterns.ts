import { accentSteps } from '../plan/beat-grid.js';
import type { Metre } from '../plan/musical-terms.js';
import { pick, type Random } from '../seeded-random.js';
import { STYLE_CHORD_LINES } from './style-chord-patterns.js';

/** A stroke of a chord: all notes, or the one numbered `voice` (counted round, negative from above). */
export type ChordStroke = { step: number; steps: number; voice?: number; velocity: number; strum?: number };

/** The strokes of a bar of so many steps, some of which carry weight. */
type Shape = (steps: number, accents: readonly number[], draw: Random) => ChordStroke[];

const COMPS = ['x..x..x...x.....', 'x.....x...x..x..', '..x...x.x....x..'];
const CHARLESTONS = ['x.....x.........', '......x.......x.', 'x.....x.......x.', '..x.......x.....'];
const STABS = ['...x..x....x..x.', '..x..x....x..x..', '...x..x.....x...'];
const STRUM = 'x...x.xu..xux.xu';
const SKANK = '..x...x...x...x.';

const SHAPES = {
  sustain: (steps) => [{ step: 0, steps, velocity: 0.7 }],
  pulse: (steps, accents) =>
    every(2, steps, (step) => ({ steps: 1.7, velocity: accents.includes(step) ? 0.72 : 0.5 })),
  power: (steps, accents) =>
    every(2, steps, (step) => ({
      steps: step === 0 ? 1.9 : 1.5,
      velocity: accents.includes(step) ? 0.85 : 0.6,
    })),
  ballad: (steps, accents) =>
    accents.map((step, index) => ({
      step,
      steps: (accents[index + 1] ?? steps) - step,
      velocity: index === 0 ? 0.7 : 0.5,
      strum: 0.012,
    })),
  oompah: (_, accents) => accents.slice(1).map((step) => ({ step, steps: 2.4, velocity: 0.6 })),
  arpeggio: (steps) =>
    every(2, steps, (_, index) => ({ steps: 2.4, voice: [0, 2, 1, 3][index % 4], velocity: 0.6 })),
  ostinato: (steps) =>
    every(1, steps, (step) => ({
      steps: 0.9,
      voice: [0, 1, 2, 1][step % 4],
      velocity: step % 4 === 0 ? 0.8 : 0.52,
    })),
  broken: (steps) =>
    every(2, steps, (step, index) => ({
      steps: Math.min(8, steps - step),
      voice: [0, 1, 2, 3, 2, 1][index % 6],
      velocity: index === 0 ? 0.7 : 0.52,
    })),
  stab: (steps, _, draw) => written(pick(draw, STABS), steps, 1.2),
  comp: (steps, _, draw) => written(pick(draw, COMPS), steps, 2.6),
  strum: (steps) => written(STRUM, steps, 2.2, 0.02),
  skank: (steps) => written(SKANK, steps, 0.9),
  charleston: (steps, _, draw) => written(pick(draw, CHARLESTONS), steps, 2.2),
} satisfies Record<string, Shape>;
export type ChordPattern = keyof typeof SHAPES | keyof typeof STYLE_CHORD_LINES;

/** The strokes of one bar. `draw` gives each piece its own variant of a pattern. */
export function chordStrokes(
  pattern: ChordPattern,
  steps: number,
  metre: Metre,
  draw: Random,
): ChordStroke[] {
  if (pattern in STYLE_CHORD_LINES) return styled(pattern as keyof typeof STYLE_CHORD_LINES, steps);
  const shape: Shape = SHAPES[pattern as keyof typeof SHAPES];
  return shape(steps, accentSteps(metre, steps), draw);
}

function styled(name: keyof typeof STYLE_CHORD_LINES, steps: number): ChordStroke[] {
  const style: { line: string; length: number; strum?: number; rolls?: true } = STYLE_CHORD_LINES[name];
  const strokes = written(style.line, steps, style.length, style.strum);
  return style.rolls
    ? strokes.map((stroke, index) => ({ ...stroke, voice: [0, 2, 1, 3][index % 4] }))
    : strokes;
}

/** A line of x for a stroke down and u for one up, each of so many steps. */
function written(line: string, steps: number, length: number, strum = 0): ChordStroke[] {
  const strokes: ChordStroke[] = [];
  for (let step = 0; step < steps; step++) {
    const sign = line[step % line.length];
    if (sign === 'x') strokes.push({ step, steps: length, velocity: step === 0 ? 0.78 : 0.66, strum });
    if (sign === 'u') strokes.push({ step, steps: length, velocity: 0.44, strum: -0.014 });
  }
  return strokes;
}

function every(
  distance: number,
  steps: number,
  stroke: (step: number, index: number) => Omit<ChordStroke, 'step'>,
): ChordStroke[] {
  return Array.from({ length: Math.ceil(steps / distance) }, (_, index) => ({
    step: index * distance,
    ...stroke(index * distance, index),
  }));
}
