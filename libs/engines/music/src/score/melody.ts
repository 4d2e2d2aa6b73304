import { accentSteps, stepsPerBar } from '../plan/beat-grid.js';
import { MODE_STEPS } from '../plan/musical-terms.js';
import type { MusicPlan } from '../plan/music-plan.js';
import { GENRES } from '../plan/genres.js';
import { pick, type Random, randomStream } from '../seeded-random.js';
import type { VoiceName } from '../synth/voices.js';
import type { Bar } from './bars.js';
import { keyClassOf, semitones } from './harmony.js';
import { INTENSITY, type Performance } from './performance.js';

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

/** Sings a melody over the bars: each kind of section has its own motifs, and a returning section returns to them. */
export function composeMelody(performance: Performance, bars: readonly Bar[]): void {
  const voice = performance.plan.band.lead;
  if (!voice) return;
  for (const section of new Set(bars.map((bar) => bar.section))) {
    const part = bars.filter((bar) => bar.section === section);
    const first = part[0];
    if (!first || !sings(first, performance.plan)) continue;
    singSection(performance, part, voice);
  }
}

/** An introduction has no melody unless it is all there is to hear; techno's acid line runs from the verse on. */
function sings(bar: Bar, plan: MusicPlan): boolean {
  if (bar.kind === 'intro') return plan.band.chords === plan.band.lead;
  return true;
}

function singSection(performance: Performance, part: readonly Bar[], voice: VoiceName): void {
  const { plan, seed } = performance;
  const kind = part[0]?.kind === 'outro' ? 'verse' : (part[0]?.kind ?? 'verse');
  const random = randomStream(seed, `melody/${kind}`);
  const density = GENRES[plan.genre].melody * (kind === 'chorus' ? 1.1 : kind === 'bridge' ? 0.7 : 0.9);
  const motifs = [
    makeMotif(random, plan, density),
    makeMotif(random, plan, density * 0.85),
    makeMotif(random, plan, density),
  ];
  const scale = MODE_STEPS[plan.mode];
  const centre = CENTRES[voice] ?? DEFAULT_CENTRE;
  const tonic = tonicNear(plan, centre + (kind === 'chorus' ? 3 : 0));
  const fresh = randomStream(seed, `variation/${part[0]?.section}`);
  let degree = pick(random, [0, 2, 4]);
  for (const bar of part) {
    const phrase = phraseBar(bar, motifs, degree, plan, fresh);
    degree = phrase.at(-1)?.degree ?? degree;
    for (const note of phrase) {
      const velocity = (0.55 + 0.3 * INTENSITY[bar.kind]) * (0.8 + 0.2 * note.strength);
      performance.play('lead', {
        step: bar.startStep + note.step,
        steps: note.steps,
        midi: tonic + semitones(scale, note.degree),
        velocity,
        voice,
      });
    }
  }
}

/** The key note in the octave that puts the line's usual range around `centre`. */
function tonicNear(plan: MusicPlan, centre: number): number {
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
    return [{ step: 0, steps: bar.steps, degree: nearestTone(from, bar.chord.root, 0), strength: 1 }];
  const kept = motif.filter((note) => note.step < bar.steps * (isCadence ? 0.5 : 1));
  let degree = from;
  return kept.map((note, index) => {
    const isVaried = bar.repeat > 0 && index > 0 && fresh() < 0.18;
    degree = bounded(degree + (isVaried ? -note.move : note.move));
    const isStrong = index === 0 || accentSteps(plan.metre, bar.steps).includes(note.step);
    if (isStrong || index === kept.length - 1) degree = nearestTone(degree, bar.chord.root, index);
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

/** The chord's root, third or fifth closest to a degree; ties go up on even positions. */
function nearestTone(degree: number, root: number, position: number): number {
  for (const distance of [0, 1, 2, 3]) {
    for (const sign of position % 2 === 0 ? [1, -1] : [-1, 1]) {
      const candidate = degree + sign * distance;
      if ([0, 2, 4].includes((((candidate - root) % 7) + 7) % 7)) return candidate;
    }
  }
  return degree;
}
