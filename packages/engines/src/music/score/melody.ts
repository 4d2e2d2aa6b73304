import { accentSteps, stepsPerBar } from '../plan/beat-grid.js';
import { MODE_STEPS } from '../plan/musical-terms.js';
import type { MusicPlan } from '../plan/music-plan.js';
import { GENRES } from '../plan/genres.js';
import { pick, type Random, randomStream } from '../seeded-random.js';
import type { VoiceName } from '../synth/voices.js';
import type { Bar } from './bars.js';
import { keyClassOf, semitones } from './harmony.js';
import type { Performance } from './performance.js';

type MotifNote = { step: number; move: number };
type PhraseNote = { step: number; steps: number; degree: number; strength: number };

/** MIDI numbers that lines stay around. */
const CENTRES: Partial<Record<VoiceName, number>> = {
  cello: 52,
  acidBass: 40,
  saxophone: 60,
  brass: 58,
  distortedGuitar: 62,
  electricGuitar: 64,
  nylonGuitar: 64,
  clarinet: 62,
  trumpet: 64,
  glockenspiel: 84,
  bells: 76,
  flute: 76,
  violin: 74,
  vibraphone: 72,
  harp: 72,
};
const DEFAULT_CENTRE = 69;
/** Notes of a chord as degrees above its root: all, those that leave a phrase open, the one that closes it. */
const CHORD_TONES = [0, 2, 4];
const OPEN = [2, 4];
const HOME = [0];
/** Level of the voice a third below the melody. */
const SECOND_VOICE = 0.5;

/** Sings a melody over the bars: each kind of section has its own motifs, and a returning section returns to them. */
export function composeMelody(performance: Performance, bars: readonly Bar[]): void {
  const { lead, color } = performance.plan.band;
  if (!lead) return;
  for (const section of new Set(bars.map((bar) => bar.section))) {
    const part = bars.filter((bar) => bar.section === section);
    const isColor = part[0]?.scene.melody === 'colorTheme' || part[0]?.scene.melody === 'colorSolo';
    singSection(performance, part, isColor && color ? color : lead);
  }
}

/** An introduction has no melody unless it is all there is to hear; the last note is always sung. */
function sings({ kind, scene, isLast }: Bar, { band }: MusicPlan): boolean {
  if (kind === 'intro') return !band.chords || band.chords === band.lead;
  return scene.melody !== 'none' || isLast;
}

function singSection(performance: Performance, part: readonly Bar[], voice: VoiceName): void {
  const { plan, seed } = performance;
  const first = part[0];
  if (!first) return;
  const kind = first.kind === 'outro' ? 'verse' : first.kind;
  const isSolo = first.scene.melody === 'solo' || first.scene.melody === 'colorSolo';
  const random = randomStream(seed, isSolo ? `solo/${first.section}` : `melody/${kind}`);
  const eagerness = isSolo ? 1.25 : { intro: 0.9, verse: 0.9, chorus: 1.1, bridge: 0.7 }[kind];
  const density = GENRES[plan.genre].melody * eagerness;
  const motifs = [
    makeMotif(random, plan, density),
    makeMotif(random, plan, density * 0.85),
    makeMotif(random, plan, density),
  ];
  const scale = MODE_STEPS[plan.mode];
  const { scene } = first;
  const tonic =
    tonicNear(plan, centreOf(voice) + (kind === 'chorus' ? 3 : 0)) +
    scene.lift +
    (plan.genre === 'techno' ? 0 : 12 * scene.octave);
  const fresh = randomStream(seed, `variation/${first.section}`);
  let degree = pick(random, [0, 2, 4]);
  for (const bar of part) {
    if (!sings(bar, plan)) continue;
    const phrase = phraseBar(bar, motifs, degree, plan, fresh);
    degree = phrase.at(-1)?.degree ?? degree;
    for (const note of phrase) {
      const stroke = {
        step: bar.startStep + note.step,
        steps: note.steps,
        midi: tonic + semitones(scale, note.degree),
        velocity: (0.55 + 0.3 * scene.energy) * (0.8 + 0.2 * note.strength),
        voice,
      };
      performance.play('lead', stroke);
      if (!scene.isDoubled || plan.genre === 'techno') continue;
      const below = { ...stroke, midi: tonic + semitones(scale, note.degree - 2) };
      performance.play('lead', { ...below, gain: SECOND_VOICE, pan: -0.45, player: 1 });
    }
  }
}

/** MIDI number that lines of a voice stay around. */
export function centreOf(voice: VoiceName): number {
  return CENTRES[voice] ?? DEFAULT_CENTRE;
}

/** The key note in the octave that puts the line's usual range around `centre`. */
export function tonicNear(plan: MusicPlan, centre: number): number {
  const low = centre - 9;
  return low + ((((keyClassOf(plan.key) - low) % 12) + 12) % 12);
}

function makeMotif(random: Random, plan: MusicPlan, density: number): MotifNote[] {
  const steps = stepsPerBar(plan.metre);
  const accents = accentSteps(plan.metre, steps);
  const notes: MotifNote[] = [];
  for (let step = 0; step < steps; step++) {
    const isStrong = step === 0 || accents.indexOf(step) * 2 === accents.length;
    const chance = isStrong
      ? 0.55 + 0.5 * density
      : accents.includes(step)
        ? 0.15 + 0.6 * density
        : step % 2 === 0
          ? 0.75 * density ** 1.3
          : sixteenth(plan, density);
    if (random() < chance)
      notes.push({ step, move: pick(random, [-2, -1, -1, -1, 0, 1, 1, 1, 2, 2, -3, 4]) });
  }
  return notes.length > 0 ? notes : [{ step: 0, move: 0 }];
}

function sixteenth(plan: MusicPlan, density: number): number {
  if (plan.genre === 'techno') return 0.55;
  return GENRES[plan.genre].swingUnit === 'sixteenth' || plan.bpm > 130 ? 0 : 0.12 * density;
}

/** Bar of a four-bar phrase: statement, answer, statement on the new chord, cadence with a rest after it. */
function phraseBar(
  bar: Bar,
  motifs: readonly MotifNote[][],
  from: number,
  plan: MusicPlan,
  fresh: Random,
): PhraseNote[] {
  const place = bar.index % 4;
  const isCadence = bar.isLast || (place === 3 && plan.genre !== 'techno');
  const motif = (isCadence ? motifs[2] : place === 1 ? motifs[1] : motifs[0]) ?? [];
  if (bar.isLast)
    return [{ step: 0, steps: bar.steps, degree: nearestTone(from, bar.chord.root, 0, HOME), strength: 1 }];
  const kept = motif.filter((note) => note.step < bar.steps * (isCadence ? 0.5 : 1));
  let degree = from;
  return kept.map((note, index) => {
    const isVaried = bar.repeat > 0 && index > 0 && fresh() < 0.18;
    degree = bounded(degree + (isVaried ? -note.move : note.move));
    const isStrong = index === 0 || accentSteps(plan.metre, bar.steps).includes(note.step);
    const isFinal = isCadence && index === kept.length - 1;
    // Every second phrase answers the question of the one before.
    const tones = isFinal ? (bar.index % 8 < 4 ? OPEN : HOME) : CHORD_TONES;
    if (isStrong || index === kept.length - 1) degree = nearestTone(degree, bar.chord.root, index, tones);
    const end = kept[index + 1]?.step ?? (isCadence ? bar.steps - 2 : bar.steps);
    return {
      step: note.step,
      steps: Math.max(1, (end - note.step) * 0.94),
      degree,
      strength: isStrong ? 1 : 0.4,
    };
  });
}

/** Keeps a line within about an octave and a half. */
function bounded(degree: number): number {
  if (degree > 8) return degree - 4;
  if (degree < -3) return degree + 4;
  return degree;
}

/** The chord's note closest to a degree, one of `tones` above its root; ties go up on even positions. */
function nearestTone(degree: number, root: number, position: number, tones: readonly number[]): number {
  for (const distance of [0, 1, 2, 3, 4, 5]) {
    for (const sign of position % 2 === 0 ? [1, -1] : [-1, 1]) {
      const candidate = degree + sign * distance;
      if (tones.includes((((candidate - root) % 7) + 7) % 7)) return candidate;
    }
  }
  return degree;
}
