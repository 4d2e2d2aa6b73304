import { MovingLowPass } from './moving-low-pass.js';
import {
  approach,
  type Envelope,
  frequencyOf,
  mono,
  noteLength,
  type NoteRequest,
  type RenderedNote,
  shape,
  type Voice,
} from './note.js';
import { TABLE_SIZE, type WaveName, waveTable } from './wavetable.js';

/** Samples between two updates of filter and vibrato. */
const CONTROL_SAMPLES = 32;

export type SubtractivePatch = {
  wave: WaveName;
  /** Oscillators per side, and the cents over which they spread. */
  unison: readonly [oscillators: number, cents: number];
  stereo: boolean;
  /** Filter corner in Hz at rest plus `cutoffKeys` octaves per octave of pitch above middle C. */
  cutoff: number;
  cutoffKeys: number;
  /** Octaves the filter opens at the stroke and the seconds it takes to close again. */
  sweep: readonly [octaves: number, seconds: number];
  resonance: number;
  envelope: Envelope;
  vibrato?: readonly [cents: number, hertz: number];
  /** Level of an added sine an octave below. */
  sub?: number;
  /** Level of breath noise. */
  breath?: number;
  /** Soft clipping, 0 none – 1 hard. */
  drive?: number;
  level: number;
};

/** What most sounds have. */
const USUAL = { wave: 'saw', unison: [1, 6], stereo: false, cutoffKeys: 0.5, resonance: 0.1 } as const;

/** Oscillators through a resonant low-pass filter: pads, leads, bowed and blown sounds. */
export function subtractive(
  given: Omit<SubtractivePatch, keyof typeof USUAL> & Partial<SubtractivePatch>,
): Voice {
  const patch: SubtractivePatch = { ...USUAL, ...given };
  return (note) => {
    const left = renderSide(patch, note);
    return patch.stereo ? { left, right: renderSide(patch, note) } : mono(left);
  };
}

function renderSide(patch: SubtractivePatch, note: NoteRequest): RenderedNote['left'] {
  const samples = new Float32Array(noteLength(note, patch.envelope.release));
  const frequency = frequencyOf(note.midi);
  const [oscillators, cents] = patch.unison;
  const level = 1 / Math.sqrt(oscillators);
  for (let voice = 0; voice < oscillators; voice++) {
    const spread = oscillators === 1 ? (note.random() - 0.5) * 0.4 : (voice / (oscillators - 1)) * 2 - 1;
    addOscillator(samples, patch, note, frequency * 2 ** ((spread * cents) / 1200), patch.wave, level);
  }
  if (patch.sub) addOscillator(samples, patch, note, frequency / 2, 'sine', patch.sub);
  if (patch.breath) addBreath(samples, note, patch.breath);
  lowPass(samples, patch, note, frequency);
  if (patch.drive) saturate(samples, patch.drive);
  shape(samples, note, patch.envelope, patch.level * (0.35 + 0.65 * note.velocity));
  return samples;
}

function addOscillator(
  samples: Float32Array,
  patch: SubtractivePatch,
  note: NoteRequest,
  frequency: number,
  wave: WaveName,
  level: number,
): void {
  const increment = (frequency / note.sampleRate) * TABLE_SIZE;
  const table = waveTable(wave, frequency / note.sampleRate);
  const [vibrato, hertz] = patch.vibrato ?? [0, 0];
  const vibratoStep = (hertz * 2 * Math.PI) / note.sampleRate;
  let phase = note.random() * TABLE_SIZE;
  for (let from = 0; from < samples.length; from += CONTROL_SAMPLES) {
    const to = Math.min(samples.length, from + CONTROL_SAMPLES);
    // Players let vibrato grow after the stroke.
    const depth = vibrato === 0 ? 0 : vibrato * Math.min(1, from / (0.5 * note.sampleRate));
    const step = depth === 0 ? increment : increment * 2 ** ((depth * Math.sin(from * vibratoStep)) / 1200);
    for (let index = from; index < to; index++) {
      const whole = phase | 0;
      const low = table[whole]!;
      samples[index]! += (low + (table[whole + 1]! - low) * (phase - whole)) * level;
      phase += step;
      if (phase >= TABLE_SIZE) phase -= TABLE_SIZE;
    }
  }
}

function addBreath(samples: Float32Array, note: NoteRequest, level: number): void {
  let smooth = 0;
  const part = approach(0.35, note.sampleRate);
  for (let index = 0; index < samples.length; index++) {
    smooth += part * (note.random() * 2 - 1 - smooth);
    samples[index]! += smooth * level;
  }
}

function lowPass(samples: Float32Array, patch: SubtractivePatch, note: NoteRequest, frequency: number): void {
  const rest = patch.cutoff * (frequency / 261.6) ** patch.cutoffKeys * (0.7 + 0.6 * note.velocity);
  const filter = new MovingLowPass(1 / (0.6 + patch.resonance * 6), note.sampleRate);
  const [octaves, seconds] = patch.sweep;
  const closing = Math.exp(-CONTROL_SAMPLES / (seconds * note.sampleRate * 0.5));
  let sweep = octaves;
  for (let from = 0; from < samples.length; from += CONTROL_SAMPLES) {
    const to = Math.min(samples.length, from + CONTROL_SAMPLES);
    filter.filter(samples, from, to, Math.max(30, rest * 2 ** sweep));
    sweep *= closing;
  }
}

/** Rounds peaks off with a cheap rational curve that behaves like a tanh. */
export function saturate(samples: Float32Array, drive: number): void {
  const gain = 1 + drive * 14;
  const makeUp = 1 / Math.sqrt(gain);
  for (let index = 0; index < samples.length; index++) {
    const x = Math.max(-3, Math.min(3, samples[index]! * gain));
    samples[index] = ((x * (27 + x * x)) / (27 + 9 * x * x)) * (drive > 0.5 ? 0.7 : makeUp + 0.3);
  }
}
