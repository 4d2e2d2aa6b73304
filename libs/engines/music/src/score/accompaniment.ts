import { MODE_STEPS } from '../plan/musical-terms.js';
import { GENRES } from '../plan/genres.js';
import { randomStream } from '../seeded-random.js';
import type { VoiceName } from '../synth/voices.js';
import type { Bar } from './bars.js';
import { type ChordStroke, chordStrokes } from './chord-patterns.js';
import { keyClassOf, leadVoices, semitones } from './harmony.js';
import { INTENSITY, type Performance } from './performance.js';

const CENTRES: Partial<Record<VoiceName, number>> = {
  distortedGuitar: 46,
  acousticGuitar: 57,
  nylonGuitar: 57,
  strings: 60,
  cello: 52,
  brass: 57,
  bells: 76,
  glockenspiel: 84,
  harp: 67,
  ukulele: 69,
  pluck: 69,
  choir: 62,
  flute: 74,
  violin: 72,
};
const SUSTAINED: readonly VoiceName[] = [
  'strings',
  'choir',
  'synthPad',
  'glassPad',
  'organ',
  'accordion',
  'violin',
  'cello',
  'flute',
  'clarinet',
  'brass',
];

/** Plays chords and the colour voice over all bars. */
export function composeChords(performance: Performance, bars: readonly Bar[]): void {
  const { band, genre: name, metre } = performance.plan;
  const genre = GENRES[name];
  const draw = randomStream(performance.seed, 'chords/pattern');
  const fixed = draw();
  let voicing: number[] | undefined;
  let colored: number[] | undefined;
  for (const bar of bars) {
    voicing = leadVoices(classesOf(performance, bar, band.chords), voicing, CENTRES[band.chords] ?? 60);
    const pattern = bar.isLast ? 'sustain' : genre.patterns.chords;
    const strokes = joinBars(
      chordStrokes(pattern, bar.steps, metre, () => fixed),
      bar,
      genre.barsPerChord,
    );
    strike(performance, 'chords', bar, voicing, band.chords, strokes);
    if (!band.color || !isColored(bar)) continue;
    colored = leadVoices(classesOf(performance, bar, band.color), colored, CENTRES[band.color] ?? 67);
    const colorPattern =
      bar.isLast || (genre.patterns.color !== 'ostinato' && SUSTAINED.includes(band.color))
        ? 'sustain'
        : genre.patterns.color;
    strike(
      performance,
      'color',
      bar,
      colored,
      band.color,
      joinBars(chordStrokes(colorPattern, bar.steps, metre, draw), bar, genre.barsPerChord),
    );
  }
}

function isColored(bar: Bar): boolean {
  return (
    bar.kind === 'chorus' ||
    bar.kind === 'bridge' ||
    bar.kind === 'outro' ||
    (bar.kind === 'verse' && (bar.repeat > 0 || bar.index >= 4)) ||
    bar.count < 3
  );
}

/** A sound held for two bars is struck once. */
function joinBars(strokes: ChordStroke[], bar: Bar, barsPerChord: number): ChordStroke[] {
  const isHeld = strokes.length === 1 && barsPerChord === 2 && !bar.isLast;
  if (!isHeld) return strokes;
  if (bar.index % 2 === 1) return [];
  const span = bar.index + 1 < bar.count ? bar.steps * 2 : bar.steps;
  return strokes.map((stroke) => ({ ...stroke, steps: span }));
}

function classesOf(performance: Performance, bar: Bar, voice: VoiceName): number[] {
  const scale = MODE_STEPS[performance.plan.mode];
  const key = keyClassOf(performance.plan.key);
  const { degrees, root } = bar.chord;
  const isPower = voice === 'distortedGuitar';
  // Five-note chords leave the root to the bass.
  const chosen = isPower
    ? [root, root + 4]
    : degrees.length === 5 && performance.plan.band.bass
      ? degrees.slice(1)
      : degrees;
  return chosen.map((degree) => (key + semitones(scale, degree) + 120) % 12);
}

function strike(
  performance: Performance,
  track: 'chords' | 'color',
  bar: Bar,
  voicing: readonly number[],
  voice: VoiceName,
  strokes: readonly ChordStroke[],
): void {
  const loudness = 0.6 + 0.4 * INTENSITY[bar.kind];
  for (const stroke of strokes) {
    const single = stroke.voice === undefined ? undefined : voicing[stroke.voice % voicing.length];
    // A fourth arpeggio note that a triad lacks is the root an octave up.
    const lift = stroke.voice !== undefined && stroke.voice >= voicing.length ? 12 : 0;
    const notes = single === undefined ? voicing : [single + lift];
    for (const [index, midi] of notes.entries()) {
      const strum = stroke.strum ?? 0;
      performance.play(track, {
        step: bar.startStep + stroke.step,
        steps: stroke.steps,
        midi,
        voice,
        velocity: stroke.velocity * loudness,
        lateSeconds: strum >= 0 ? strum * index : -strum * (notes.length - 1 - index),
        pan: notes.length > 1 ? (index / (notes.length - 1) - 0.5) * 0.5 : index % 2 === 0 ? 0.15 : -0.15,
      });
    }
  }
}
