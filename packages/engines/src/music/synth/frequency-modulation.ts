import {
  type Envelope,
  frequencyOf,
  noteLength,
  type NoteRequest,
  type RenderedNote,
  shape,
  type Voice,
} from './note.js';
import { SINE, TABLE_SIZE } from './wavetable.js';

const MASK = TABLE_SIZE - 1;

export type ModulationPatch = {
  /** Modulator frequency as a multiple of the note's. */
  ratio: number;
  /** Modulation index at the stroke, and the seconds after which it has mostly gone. */
  index: number;
  indexSeconds: number;
  /** A second carrier (a struck bar's overtone): multiple, level, seconds. */
  overtone?: { ratio: number; level: number; seconds: number };
  detuneCents: number;
  tremoloHz?: number;
  tremoloDepth?: number;
  envelope: Envelope;
  level: number;
};

/** Two-operator frequency modulation: electric piano, bells, mallets. */
export function modulated(patch: ModulationPatch): Voice {
  return (note) => {
    const left = renderSide(patch, note, -1);
    const right = patch.detuneCents > 0 || patch.tremoloDepth ? renderSide(patch, note, 1) : left;
    return { left, right };
  };
}

function renderSide(patch: ModulationPatch, note: NoteRequest, side: number): RenderedNote['left'] {
  const samples = new Float32Array(noteLength(note, patch.envelope.release));
  const frequency = frequencyOf(note.midi) * 2 ** ((side * patch.detuneCents) / 2400);
  const step = (frequency / note.sampleRate) * TABLE_SIZE;
  // The modulator must not reach above the Nyquist frequency with its side bands.
  const room = Math.max(0, (0.4 * note.sampleRate) / (frequency * patch.ratio) - 1);
  let index = Math.min(room, patch.index * (0.4 + 0.6 * note.velocity)) * (TABLE_SIZE / (2 * Math.PI));
  const fade = Math.exp(-1 / (patch.indexSeconds * note.sampleRate * 0.4));
  let carrier = 0;
  let modulator = 0;
  for (let at = 0; at < samples.length; at++) {
    samples[at] = SINE[(carrier + index * SINE[modulator & MASK]! + TABLE_SIZE * 64) & MASK]!;
    carrier += step;
    modulator += step * patch.ratio;
    if (carrier >= TABLE_SIZE) carrier -= TABLE_SIZE;
    if (modulator >= TABLE_SIZE * 1024) modulator -= TABLE_SIZE * 1024;
    index *= fade;
  }
  if (patch.overtone) addOvertone(samples, note, frequency, patch.overtone);
  if (patch.tremoloDepth) tremolo(samples, note, patch, side);
  shape(samples, note, patch.envelope, patch.level * (0.3 + 0.7 * note.velocity));
  return samples;
}

function addOvertone(
  samples: Float32Array,
  note: NoteRequest,
  frequency: number,
  overtone: NonNullable<ModulationPatch['overtone']>,
): void {
  const step = (frequency * overtone.ratio * TABLE_SIZE) / note.sampleRate;
  if (step > TABLE_SIZE * 0.45) return;
  const fade = Math.exp(-1 / (overtone.seconds * note.sampleRate * 0.4));
  let level = overtone.level;
  let phase = 0;
  for (let at = 0; at < samples.length && level > 1e-4; at++) {
    samples[at]! += level * SINE[phase & MASK]!;
    phase += step;
    if (phase >= TABLE_SIZE) phase -= TABLE_SIZE;
    level *= fade;
  }
}

function tremolo(samples: Float32Array, note: NoteRequest, patch: ModulationPatch, side: number): void {
  const step = (2 * Math.PI * (patch.tremoloHz ?? 5)) / note.sampleRate;
  const depth = patch.tremoloDepth ?? 0;
  for (let at = 0; at < samples.length; at++) samples[at]! *= 1 + side * depth * Math.sin(at * step);
}
