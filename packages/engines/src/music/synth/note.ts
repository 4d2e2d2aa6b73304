import type { Random } from '../seeded-random.js';

/** What a voice needs to know of one note. */
export type NoteRequest = {
  /** MIDI number, 69 = 440 Hz, fractions allowed. */
  midi: number;
  /** Seconds the note is held; its release follows. */
  seconds: number;
  /** Loudness of the stroke, 0–1; it also brightens. */
  velocity: number;
  sampleRate: number;
  random: Random;
};

/** A finished note; both sides may share one array. */
export type RenderedNote = { left: Float32Array; right: Float32Array };

/** Renders one note from its first to its last sample, peak roughly 1 at full velocity. */
export type Voice = (note: NoteRequest) => RenderedNote;

/** Attack, decay and release in seconds, sustain as a level 0–1. */
export type Envelope = { attack: number; decay: number; sustain: number; release: number };

export function envelope(attack: number, decay: number, sustain: number, release: number): Envelope {
  return { attack, decay, sustain, release };
}

export function frequencyOf(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

export function mono(samples: Float32Array): RenderedNote {
  return { left: samples, right: samples };
}

/** Longest note in seconds, release included: the mixer's ring holds no more. */
const LONGEST_NOTE_SECONDS = 16;

export function noteLength(note: NoteRequest, releaseSeconds: number): number {
  return Math.ceil(Math.min(LONGEST_NOTE_SECONDS, note.seconds + releaseSeconds) * note.sampleRate);
}

/** Multiplies the samples with an envelope: linear attack, exponential decay, release to exact silence. */
export function shape(samples: Float32Array, note: NoteRequest, envelope: Envelope, level = 1): void {
  const rate = note.sampleRate;
  const attack = Math.max(1, Math.round(envelope.attack * rate));
  const gate = Math.max(attack, Math.min(samples.length, Math.round(note.seconds * rate)));
  const decayFactor = Math.exp(-1 / Math.max(1, envelope.decay * rate * 0.4));
  let above = 1 - envelope.sustain;
  let value = 0;
  for (let index = 0; index < Math.min(gate, samples.length); index++) {
    if (index < attack) value = index / attack;
    else {
      value = envelope.sustain + above;
      above *= decayFactor;
    }
    samples[index]! *= value * level;
  }
  const rest = samples.length - gate;
  for (let index = gate; index < samples.length; index++) {
    const remaining = 1 - (index - gate) / rest;
    samples[index]! *= value * level * remaining * remaining * remaining;
  }
}

/** The rate for which the coefficients of voices and rooms are written. */
export const WRITTEN_RATE = 44_100;

/** Part by which a one-pole filter approaches its input per sample, at another rate than the written one. */
export function approach(part: number, sampleRate: number): number {
  return 1 - (1 - part) ** (WRITTEN_RATE / sampleRate);
}
