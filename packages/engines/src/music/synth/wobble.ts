import { MovingLowPass } from './moving-low-pass.js';
import { envelope, frequencyOf, mono, noteLength, type NoteRequest, shape, type Voice } from './note.js';
import { saturate } from './subtractive.js';
import { TABLE_SIZE, waveTable } from './wavetable.js';

/** Turns of the filter within one note; a take has one of them. */
const TURNS = [2, 3, 4, 6, 8];
const CONTROL_SAMPLES = 16;
const SHORT_SECONDS = 0.3;
const CENTS = [-14, 0, 13];
const LOWEST_HERTZ = 130;
const OCTAVES = 4.3;
const ENVELOPE = envelope(0.004, 0.3, 0.95, 0.04);

/** A bass of dubstep: saws over a sine, through a low-pass filter that opens and closes so often in each note. */
export const wobble: Voice = (note) => {
  const samples = new Float32Array(noteLength(note, ENVELOPE.release));
  for (const cents of CENTS) add(samples, note, frequencyOf(note.midi) * 2 ** (cents / 1200));
  turnFilter(samples, note);
  saturate(samples, 0.55);
  const frequency = frequencyOf(note.midi);
  for (let index = 0; index < samples.length; index++)
    samples[index]! += 0.5 * Math.sin((2 * Math.PI * frequency * index) / note.sampleRate);
  shape(samples, note, ENVELOPE, 0.48 * (0.5 + 0.5 * note.velocity));
  return mono(samples);
};

function add(samples: Float32Array, note: NoteRequest, frequency: number): void {
  const table = waveTable('saw', frequency / note.sampleRate);
  const step = (frequency * TABLE_SIZE) / note.sampleRate;
  let phase = note.random() * TABLE_SIZE;
  for (let index = 0; index < samples.length; index++) {
    samples[index]! += table[phase | 0]! * 0.6;
    phase += step;
    if (phase >= TABLE_SIZE) phase -= TABLE_SIZE;
  }
}

function turnFilter(samples: Float32Array, note: NoteRequest): void {
  const turns = note.seconds < SHORT_SECONDS ? 1 : (TURNS[Math.floor(note.random() * TURNS.length)] ?? 4);
  const lowPass = new MovingLowPass(0.35, note.sampleRate);
  for (let from = 0; from < samples.length; from += CONTROL_SAMPLES) {
    const turn = (from / note.sampleRate / note.seconds) * turns;
    const open = 0.5 - 0.5 * Math.cos(2 * Math.PI * turn);
    const to = Math.min(samples.length, from + CONTROL_SAMPLES);
    lowPass.filter(samples, from, to, LOWEST_HERTZ * 2 ** (OCTAVES * open));
  }
}
