import { MODE_STEPS, type SectionKind } from '../plan/musical-terms.js';
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
      const degree = isLast ? 0 : Number(loop[Math.floor(index / genre.barsPerChord) % loop.length]);
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

function chooseLoops(plan: MusicPlan, seed: number): Record<SectionKind, string> {
  const genre = GENRES[plan.genre];
  const random = randomStream(seed, 'chords');
  const verse = pick(random, genre.verse);
  const chorus = pick(random, genre.chorus);
  const other = genre.verse.find((loop) => loop !== verse) ?? chorus;
  const bridge = other.slice(2) + other.slice(0, 2);
  return { intro: verse, verse, chorus, bridge, outro: chorus };
}
