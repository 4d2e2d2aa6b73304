import { envelope, frequencyOf, noteLength, type NoteRequest, shape, type Voice } from './note.js';
import { SINE, TABLE_SIZE, waveTable } from './wavetable.js';

/** Samples between two updates of pitch. */
const CONTROL_SAMPLES = 32;
const SINGERS = 3;
const SPREAD_CENTS = 11;
const MASK = TABLE_SIZE - 1;

type Formant = { hertz: number; width: number; level: number };
/** Resonances of the sung vowels "oh" (soft) and "ah" (loud), after G. Fant, Acoustic Theory of Speech Production. */
const VOWELS: Record<'ah' | 'oh', readonly Formant[]> = {
  ah: [
    { hertz: 700, width: 110, level: 1 },
    { hertz: 1150, width: 110, level: 0.6 },
    { hertz: 2700, width: 160, level: 0.32 },
    { hertz: 3300, width: 220, level: 0.2 },
  ],
  oh: [
    { hertz: 430, width: 90, level: 1 },
    { hertz: 820, width: 100, level: 0.5 },
    { hertz: 2600, width: 180, level: 0.12 },
    { hertz: 3100, width: 240, level: 0.08 },
  ],
};
/** Women's and boys' mouths are smaller: from this note on all resonances lie higher. */
const HIGH_VOICES = 60;
const HIGH_SHIFT = 1.16;
const AH_FROM = 0.45;
const ENVELOPE = envelope(0.14, 0.4, 0.9, 0.35);
const LEVEL = 2.5;

/** Several singers a side on one vowel: sung sources through the resonances of a mouth. */
export const sung: Voice = (note) => ({ left: side(note), right: side(note) });

function side(note: NoteRequest): Float32Array {
  const source = new Float32Array(noteLength(note, ENVELOPE.release));
  for (let singer = 0; singer < SINGERS; singer++) sing(source, note, (singer / (SINGERS - 1)) * 2 - 1);
  let breath = 0;
  for (let index = 0; index < source.length; index++) {
    breath += 0.5 * (note.random() * 2 - 1 - breath);
    source[index]! += 0.05 * breath;
  }
  const shift = note.midi >= HIGH_VOICES ? HIGH_SHIFT : 1;
  const samples = new Float32Array(source.length);
  for (const formant of VOWELS[note.velocity >= AH_FROM ? 'ah' : 'oh'])
    resonate(source, samples, { ...formant, hertz: formant.hertz * shift }, note.sampleRate);
  // The fundamental that the resonances leave too weak.
  for (let index = 0; index < samples.length; index++) samples[index]! += source[index]! * 0.12;
  shape(samples, note, ENVELOPE, LEVEL * (0.4 + 0.6 * note.velocity));
  return samples;
}

/** One singer: a glottal wave whose vibrato grows, some cents off. */
function sing(source: Float32Array, note: NoteRequest, place: number): void {
  const { sampleRate, random } = note;
  const cents = place * SPREAD_CENTS + (random() - 0.5) * 6;
  const frequency = frequencyOf(note.midi) * 2 ** (cents / 1200);
  const table = waveTable('saw', frequency / sampleRate);
  const vibratoStep = ((4.7 + random() * 0.9) * TABLE_SIZE) / sampleRate;
  const vibratoPhase = random() * TABLE_SIZE;
  const level = 1 / Math.sqrt(SINGERS);
  let phase = random() * TABLE_SIZE;
  for (let from = 0; from < source.length; from += CONTROL_SAMPLES) {
    const depth = 16 * Math.min(1, from / (0.6 * sampleRate));
    const wave = SINE[(vibratoPhase + from * vibratoStep) & MASK]!;
    const step = ((frequency * TABLE_SIZE) / sampleRate) * 2 ** ((depth * wave) / 1200);
    const to = Math.min(source.length, from + CONTROL_SAMPLES);
    for (let index = from; index < to; index++) {
      const whole = phase | 0;
      const low = table[whole]!;
      source[index]! += (low + (table[whole + 1]! - low) * (phase - whole)) * level;
      phase += step;
      if (phase >= TABLE_SIZE) phase -= TABLE_SIZE;
    }
  }
}

/** Adds a band of the source: state-variable filter in its trapezoidal form, unit gain at its centre. */
function resonate(
  source: Float32Array,
  into: Float32Array,
  { hertz, width, level }: Formant,
  sampleRate: number,
): void {
  const g = Math.tan((Math.PI * Math.min(hertz, sampleRate * 0.45)) / sampleRate);
  const damping = width / hertz;
  const a1 = 1 / (1 + g * (g + damping));
  const a2 = g * a1;
  const a3 = g * a2;
  const gain = damping * level;
  let first = 0;
  let second = 0;
  for (let index = 0; index < source.length; index++) {
    const v3 = source[index]! - second;
    const v1 = a1 * first + a2 * v3;
    const v2 = second + a2 * first + a3 * v3;
    first = 2 * v1 - first;
    second = 2 * v2 - second;
    into[index]! += v1 * gain;
  }
}
