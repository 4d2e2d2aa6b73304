import { between, type Random } from '../seeded-random.js';
import {
  bendToCuts,
  fitTempo,
  splitIntoBars,
  stepSeconds,
  stepsPerBar,
  type TempoAnchor,
  timeOfStep,
} from './beat-grid.js';
import type { Genre } from './genre.js';
import type { MusicSection } from './music-plan.js';
import type { Metre } from './musical-terms.js';
import type { PromptWishes } from './prompt-reader.js';
import { songForm } from './song-form.js';

type Layout = {
  wishes: PromptWishes;
  genre: Genre;
  metre: Metre;
  cuts: number[];
  durationSeconds: number;
};
export type Timing = { bpm: number; tempoMap: TempoAnchor[]; sections: MusicSection[] };

/** Finds tempo, beat grid and sections; beats and sections are fitted to a video's cuts. */
export function layOut(random: Random, layout: Layout): Timing {
  const { wishes, genre, metre, cuts, durationSeconds } = layout;
  const [low, high] = genre.bpm;
  const bar = stepsPerBar(metre);
  let bpm = wishes.bpm ?? wishes.termBpm ?? Math.round(drawTempo(random, layout));
  const isFixed = wishes.bpm !== undefined;
  if (!isFixed && cuts.length > 0)
    bpm = fitTempo(cuts, Math.max(low * 0.9, bpm * 0.88), Math.min(high * 1.1, bpm * 1.12), bpm);
  else if (!isFixed) bpm = wholeBars(bpm, bar, durationSeconds);
  const tempoMap = bendToCuts(cuts, bpm, metre);
  const totalSteps = stepAt(tempoMap, bpm, durationSeconds);
  const phraseBars = (genre.verse[0]?.length ?? 4) * genre.barsPerChord;
  const ends = sectionEnds(totalSteps, bar, phraseBars, tempoMap);
  return { bpm, tempoMap, sections: placeSections(ends, bar, tempoMap, bpm, durationSeconds) };
}

/** A tempo of the genre, moved within its range by the moods and beyond it by words such as "slow". */
function drawTempo(random: Random, { genre, wishes }: Layout): number {
  const [low, high] = genre.bpm;
  const half = (high - low) / 2;
  const draw = between(random, -1, 1);
  const asked = wishes.tempoShift;
  const inside =
    wishes.pace + (1 - Math.min(1, Math.abs(wishes.pace) + Math.abs(asked))) * 0.8 * draw + 0.1 * draw;
  const beyond = asked < 0 ? 1.6 * half + 0.04 * low : 1.3 * half + 0.04 * high;
  return (low + high) / 2 + half * Math.max(-1.1, Math.min(1.1, inside)) + asked * beyond;
}

/** Bends a free tempo by up to 6 % so that the piece is a whole number of bars. */
function wholeBars(bpm: number, barSteps: number, durationSeconds: number): number {
  const bars = Math.max(1, Math.round(durationSeconds / (barSteps * stepSeconds(bpm))));
  const exact = (bars * barSteps * stepSeconds(1)) / durationSeconds;
  return Math.abs(exact / bpm - 1) <= 0.06 ? exact : bpm;
}

function stepAt(map: readonly TempoAnchor[], bpm: number, seconds: number): number {
  const last = map.at(-1) ?? { step: 0, seconds: 0 };
  return Math.max(1, Math.round(last.step + (seconds - last.seconds) / stepSeconds(bpm)));
}

type SectionEnd = { kind: MusicSection['kind']; step: number };

/** Places the form's boundaries on bars and moves each to the nearest cut within half a section. */
function sectionEnds(
  totalSteps: number,
  barSteps: number,
  phraseBars: number,
  map: readonly TempoAnchor[],
): SectionEnd[] {
  const parts = songForm(Math.max(1, Math.round(totalSteps / barSteps)), phraseBars);
  const ends: SectionEnd[] = [];
  let ideal = 0;
  for (const [index, part] of parts.entries()) {
    ideal += part.bars * barSteps;
    const reach = (part.bars * barSteps) / 2;
    const near = map.slice(1).filter(({ step }) => Math.abs(step - ideal) <= reach);
    const nearest = near.sort((a, b) => Math.abs(a.step - ideal) - Math.abs(b.step - ideal))[0];
    const step = index === parts.length - 1 ? totalSteps : (nearest?.step ?? ideal);
    if (step - (ends.at(-1)?.step ?? 0) >= Math.min(barSteps, totalSteps))
      ends.push({ kind: part.kind, step });
  }
  const last = ends.at(-1);
  if (last) last.step = totalSteps;
  return ends;
}

function placeSections(
  ends: SectionEnd[],
  barSteps: number,
  map: readonly TempoAnchor[],
  bpm: number,
  durationSeconds: number,
): MusicSection[] {
  let from = 0;
  return ends.map(({ kind, step }, index) => {
    const startSeconds = timeOfStep(map, bpm, from);
    const endSeconds = index === ends.length - 1 ? durationSeconds : timeOfStep(map, bpm, step);
    const section = {
      kind,
      startSeconds,
      durationSeconds: endSeconds - startSeconds,
      barSteps: splitIntoBars(step - from, barSteps),
    };
    from = step;
    return section;
  });
}
