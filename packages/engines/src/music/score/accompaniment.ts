import { MODE_STEPS } from '../plan/musical-terms.js';
import { GENRES } from '../plan/genres.js';
import { randomStream } from '../seeded-random.js';
import type { VoiceName } from '../synth/voices.js';
import type { Bar } from './bars.js';
import { type ChordPattern, type ChordStroke, chordStrokes } from './chord-patterns.js';
import { keyClassOf, leadVoices, semitones } from './harmony.js';
import type { Performance, Stroke } from './performance.js';

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

const DOUBLE_TRACKED: readonly VoiceName[] = ['distortedGuitar'];
/** Wide, yet with so much of each player on the other side that a mono sum keeps them. */
const GUITAR_WIDTH = 0.56;
const CHORD_WIDTH = 0.45;
const SECOND_GUITAR_SECONDS = 0.011;

/** Plays chords and the colour voice over all bars, each in its section's manner. */
export function composeChords(performance: Performance, bars: readonly Bar[]): void {
  const { band, genre: name, metre } = performance.plan;
  const genre = GENRES[name];
  const draw = randomStream(performance.seed, 'chords/pattern');
  let voicing: number[] | undefined;
  let colored: number[] | undefined;
  for (const bar of bars) {
    const pattern = chordPatternOf(bar, genre.patterns.chords);
    if (band.chords && pattern) {
      voicing = leadVoices(classesOf(performance, bar, band.chords), voicing, centreOf(band.chords, 60, bar));
      const strokes = chordStrokes(pattern, bar.steps, metre, () => variantOf(performance, bar));
      strike(performance, 'chords', bar, voicing, band.chords, joinBars(strokes, bar, genre.barsPerChord));
    }
    if (!band.color || !isColored(bar)) continue;
    colored = leadVoices(classesOf(performance, bar, band.color), colored, centreOf(band.color, 67, bar));
    const colorPattern = colorPatternOf(bar, genre.patterns.color, band.color);
    const strokes = chordStrokes(colorPattern, bar.steps, metre, draw);
    strike(performance, 'color', bar, colored, band.color, joinBars(strokes, bar, genre.barsPerChord));
  }
}

/** MIDI number around which a voice plays its chords; the last one is where the first was. */
function centreOf(voice: VoiceName, usual: number, { scene, isLast }: Bar): number {
  return (CENTRES[voice] ?? usual) + (isLast ? 0 : scene.voicing);
}

/** A rhythm stays for a section; the same kind of section has three in turn. */
function variantOf({ seed }: Performance, { kind, repeat }: Bar): number {
  return randomStream(seed, `chords/rhythm/${kind}/${repeat % 3}`)();
}

function chordPatternOf(bar: Bar, usual: ChordPattern): ChordPattern | undefined {
  if (bar.isLast) return 'sustain';
  switch (bar.scene.chords) {
    case 'none':
      return undefined;
    case 'usual':
      return usual;
    case 'held':
      return usual === 'sustain' ? 'ballad' : 'sustain';
    case 'broken':
      return usual === 'broken' || usual === 'arpeggio' ? 'ballad' : 'broken';
  }
}

function colorPatternOf(bar: Bar, usual: ChordPattern, voice: VoiceName): ChordPattern {
  const isHeld = bar.isLast || bar.scene.color === 'held';
  return isHeld || (usual !== 'ostinato' && SUSTAINED.includes(voice)) ? 'sustain' : usual;
}

/** A long section without colour gets it in its second half, so that it grows. */
function isColored(bar: Bar): boolean {
  const { color, melody } = bar.scene;
  if (bar.isLast || color === 'usual' || color === 'held') return true;
  const isFree = color === 'none' && melody === 'theme';
  return isFree && bar.kind === 'verse' && (bar.index >= Math.max(4, bar.count / 2) || bar.count < 3);
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
  return chosen.map((degree) => (key + bar.scene.lift + semitones(scale, degree) + 120) % 12);
}

function strike(
  performance: Performance,
  track: 'chords' | 'color',
  bar: Bar,
  voicing: readonly number[],
  voice: VoiceName,
  strokes: readonly ChordStroke[],
): void {
  const loudness = 0.6 + 0.4 * bar.scene.energy;
  for (const stroke of strokes) {
    const single = stroke.voice === undefined ? undefined : voicing[stroke.voice % voicing.length];
    // A fourth arpeggio note that a triad lacks is the root an octave up.
    const lift = stroke.voice !== undefined && stroke.voice >= voicing.length ? 12 : 0;
    const notes = single === undefined ? voicing : [single + lift];
    const strum = stroke.strum ?? 0;
    for (const [index, midi] of notes.entries()) {
      const played = {
        step: bar.startStep + stroke.step,
        steps: stroke.steps,
        midi,
        voice,
        velocity: stroke.velocity * loudness,
        lateSeconds: strum >= 0 ? strum * index : -strum * (notes.length - 1 - index),
      };
      if (DOUBLE_TRACKED.includes(voice) && track === 'chords') doubleTrack(performance, played);
      else performance.play(track, { ...played, pan: placeOf(index, notes.length) });
    }
  }
}

/** The lowest note of a chord is in the middle, the others on both sides of it; single notes alternate. */
function placeOf(index: number, count: number): number {
  if (count > 1 && index === 0) return 0;
  return (index % 2 === 0 ? 1 : -1) * (count > 1 ? CHORD_WIDTH : 0.3);
}

/** Two players, one on each side, of whom the second is never quite together with the first. */
function doubleTrack(performance: Performance, played: Stroke): void {
  const late = played.lateSeconds ?? 0;
  performance.play('chords', { ...played, pan: -GUITAR_WIDTH, gain: 0.8 });
  performance.play('chords', {
    ...played,
    pan: GUITAR_WIDTH,
    gain: 0.8,
    player: 1,
    lateSeconds: late + SECOND_GUITAR_SECONDS,
  });
}
