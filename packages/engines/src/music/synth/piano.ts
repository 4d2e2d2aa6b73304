import { frequencyOf, mono, noteLength, shape, type Voice } from './note.js';

const MOST_PARTIALS = 16;
/** Level under which a partial is no longer worth its samples. */
const SILENT = 2e-4;

/** A struck string: stretched partials that fade at their own pace, two slightly mistuned strings below. */
export const piano: Voice = (note) => {
  const samples = new Float32Array(noteLength(note, 0.28));
  const frequency = frequencyOf(note.midi);
  const stiffness = 0.00018 * 2 ** ((note.midi - 48) / 14);
  const slope = 1.55 - 0.55 * note.velocity;
  for (let partial = 1; partial <= MOST_PARTIALS; partial++) {
    const pitch = partial * frequency * Math.sqrt(1 + stiffness * partial * partial);
    if (pitch > note.sampleRate * 0.42) break;
    // The hammer strikes at an eighth of the string and hardly excites the partials with a node there.
    const hammer = Math.abs(Math.sin((Math.PI * partial) / 8)) * 1.1 + 0.06;
    const level = (0.62 * hammer) / partial ** slope;
    const seconds = (9 * 2 ** ((48 - note.midi) / 16)) / (1 + 0.34 * (partial - 1));
    ringPartial(samples, note.sampleRate, pitch, level * 0.6, seconds);
    if (partial <= 4) ringPartial(samples, note.sampleRate, pitch * 1.0006, level * 0.4, seconds * 0.7);
  }
  knock(samples, note.velocity, note.random, note.sampleRate);
  shape(samples, note, { attack: 0.0015, decay: 1, sustain: 1, release: 0.28 }, 0.3 + 0.7 * note.velocity);
  return mono(samples);
};

/** A decaying sine by a two-term recurrence: two multiplications per sample. */
function ringPartial(
  samples: Float32Array,
  sampleRate: number,
  pitch: number,
  level: number,
  seconds: number,
): void {
  const turn = (2 * Math.PI * pitch) / sampleRate;
  const fade = Math.exp(-6.9 / (seconds * sampleRate));
  const forward = 2 * fade * Math.cos(turn);
  const back = fade * fade;
  const audible = Math.min(samples.length, Math.ceil(Math.log(SILENT / level) / Math.log(fade)));
  let before = -level * Math.sin(turn);
  let now = 0;
  for (let index = 0; index < audible; index++) {
    samples[index]! += now;
    const next = forward * now - back * before;
    before = now;
    now = next;
  }
}

function knock(samples: Float32Array, velocity: number, random: () => number, sampleRate: number): void {
  const length = Math.min(samples.length, Math.round(0.03 * sampleRate));
  let smooth = 0;
  for (let index = 0; index < length; index++) {
    smooth += 0.12 * (random() * 2 - 1 - smooth);
    samples[index]! += smooth * 0.25 * velocity * (1 - index / length) ** 2;
  }
}
