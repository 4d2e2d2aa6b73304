import { MODE_STEPS, type Metre, type SectionKind } from '../plan/musical-terms.js';
import { GENRES } from '../plan/genres.js';
import type { MusicPlan } from '../plan/music-plan.js';
import { pick, randomStream } from '../seeded-random.js';
import { type Chord, chordOn } from './harmony.js';

/** A bar with its place in the form and its chord. */
export type Bar = {
  kind: SectionKind;
  /** Which section of the piece, from 0, and how often its kind came before. */
  section: number;
  repeat: number;
  index: number;
  count: number;
  startStep: number;
  steps: number;
  chord: Chord;
  isLast: boolean;
};

/** Lays the chords of every section over its bars; the piece ends on the tonic. */
export function layBars(plan: MusicPlan, seed: number): Bar[] {
  const loops = chooseLoops(plan, seed);
  const genre = GENRES[plan.genre];
  const bars: Bar[] = [];
  const seen = new Map<SectionKind, number>();
  let startStep = 0;
  for (const [section, part] of plan.sections.entries()) {
    const repeat = seen.get(part.kind) ?? 0;
    seen.set(part.kind, repeat + 1);
    for (const [index, steps] of part.barSteps.entries()) {
      const isLast = section === plan.sections.length - 1 && index === part.barSteps.length - 1;
      const loop = loops[part.kind];
      const degree = isLast ? 0 : (loop[Math.floor(index / genre.barsPerChord) % loop.length] ?? 0);
      const chord = chordOn(degree, MODE_STEPS[plan.mode], genre.chordSize);
      bars.push({
        kind: part.kind,
        section,
        repeat,
        index,
        count: part.barSteps.length,
        startStep,
        steps,
        chord,
        isLast,
      });
      startStep += steps;
    }
  }
  return bars;
}

function chooseLoops(plan: MusicPlan, seed: number): Record<SectionKind, readonly number[]> {
  const genre = GENRES[plan.genre];
  const random = randomStream(seed, 'chords');
  const verse = pick(random, genre.verse);
  const chorus = pick(random, genre.chorus);
  const other = genre.verse.find((loop) => loop !== verse) ?? chorus;
  const bridge = other.length > 2 ? [...other.slice(2), ...other.slice(0, 2)] : other;
  return { intro: verse, verse, chorus, bridge, outro: chorus };
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
