import { frequencyOf, mono, noteLength, type NoteRequest, shape, type Voice, WRITTEN_RATE } from './note.js';
import { saturate } from './subtractive.js';

export type StringPatch = {
  /** Seconds until a middle string has faded by 60 dB. */
  ringSeconds: number;
  /** Treble lost per turn, 0 bright – 1 dull. */
  damping: number;
  /** Where the string is plucked, as a part of its length. */
  position: number;
  /** Hardness of the pick: corner of the exciting noise relative to the note, in harmonics. */
  hardness: number;
  release: number;
  drive?: number;
  /** Corner of the loudspeaker that takes the fizz off a hard drive. */
  speakerHertz?: number;
  level: number;
};

/** A plucked string as a damped, tuned loop of noise (Karplus and Strong, 1983). */
export function plucked(patch: StringPatch): Voice {
  return (note) => {
    const samples = new Float32Array(noteLength(note, patch.release));
    ringString(samples, patch, note);
    if (patch.drive) saturate(samples, patch.drive);
    if (patch.speakerHertz) throughSpeaker(samples, patch.speakerHertz, note.sampleRate);
    shape(
      samples,
      note,
      { attack: 0.001, decay: 1, sustain: 1, release: patch.release },
      patch.level * (0.3 + 0.7 * note.velocity),
    );
    return mono(samples);
  };
}

/** Two gentle low-passes in a row. */
function throughSpeaker(samples: Float32Array, hertz: number, sampleRate: number): void {
  const part = 1 - Math.exp((-2 * Math.PI * hertz) / sampleRate);
  let first = 0;
  let second = 0;
  for (let index = 0; index < samples.length; index++) {
    first += part * (samples[index]! - first);
    second += part * (first - second);
    samples[index] = second;
  }
}

function ringString(samples: Float32Array, patch: StringPatch, note: NoteRequest): void {
  const frequency = frequencyOf(note.midi);
  const period = note.sampleRate / frequency;
  const smoothing = smoothingAt(note.sampleRate, Math.min(0.48, patch.damping * 0.5));
  // The loop's own filter delays by about `smoothing` samples; an all-pass adds the missing fraction of the pitch.
  const exact = period - smoothing - 0.05;
  const size = Math.max(2, Math.floor(exact - 0.1));
  const fraction = exact - size;
  const allPass = (1 - fraction) / (1 + fraction);
  const loss = 10 ** (-3 / (patch.ringSeconds * (220 / frequency) ** 0.35 * frequency));
  const loop = excite(size, patch, note);
  let position = 0;
  let previous = 0;
  let allPassIn = 0;
  let allPassOut = 0;
  for (let index = 0; index < samples.length; index++) {
    const out = loop[position]!;
    const filtered = loss * ((1 - smoothing) * out + smoothing * previous);
    previous = out;
    allPassOut = allPass * (filtered - allPassOut) + allPassIn;
    allPassIn = filtered;
    loop[position] = allPassOut;
    if (++position === size) position = 0;
    samples[index] = out;
  }
}

/** Part of the last sample in the mean that dulls each turn; less of it at a low rate, fitted to the same loudness. */
function smoothingAt(sampleRate: number, written: number): number {
  const dulling = written * (1 - written) * (sampleRate / WRITTEN_RATE) ** 1.4;
  return sampleRate < WRITTEN_RATE ? (1 - Math.sqrt(1 - 4 * dulling)) / 2 : written;
}

function excite(size: number, patch: StringPatch, note: NoteRequest): Float32Array {
  const noise = new Float32Array(size);
  const corner = Math.min(0.95, (2 * Math.PI * patch.hardness * (0.5 + note.velocity)) / size);
  let smooth = 0;
  for (let turn = 0; turn < 2; turn++) {
    for (let index = 0; index < size; index++) {
      smooth += corner * (note.random() * 2 - 1 - smooth);
      noise[index] = smooth;
    }
  }
  const offset = Math.max(1, Math.round(size * patch.position));
  const combed = noise.map((value, index) => value - noise[(index + size - offset) % size]!);
  const mean = combed.reduce((sum, value) => sum + value, 0) / size;
  let power = 0;
  for (let index = 0; index < size; index++) power += (combed[index]! -= mean) ** 2;
  const scale = 0.4 / Math.sqrt(power / size + 1e-9);
  return combed.map((value) => value * scale);
}
