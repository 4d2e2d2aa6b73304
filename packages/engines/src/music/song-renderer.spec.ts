import { KEY_NAMES, MODE_STEPS } from './plan/musical-terms.js';
import { truePeakOf } from './__fixtures__/true-peak-of.js';
import { LoudnessMeter } from './master/loudness.js';
import type { MusicRequest } from './plan/music-plan.js';
import { planMusic } from './plan/plan-music.js';
import { type Pcm, SongRenderer } from './song-renderer.js';

const RATE = 16_000;
/** High enough for the loudness to be found in a sketch at a third of it. */
const SKETCHED_RATE = 32_000;
const HOP = 256;

function render(request: MusicRequest, rate = RATE): Pcm {
  const renderer = new SongRenderer(planMusic(request), rate);
  return renderer.read(renderer.length);
}

/** Rise of high-frequency and of total energy from hop to hop: a simple detector of strokes. */
function onsetCurve({ left, right }: Pcm): number[] {
  const energies: number[] = [];
  for (let from = 0; from + HOP <= left.length; from += HOP) {
    let sum = 0;
    for (let index = from + 1; index < from + HOP; index++) {
      const x = left[index]! + right[index]!;
      const difference = x - left[index - 1]! - right[index - 1]!;
      sum += difference * difference + 0.02 * x * x;
    }
    energies.push(Math.log(1e-6 + sum / HOP));
  }
  return energies.map((energy, index) => Math.max(0, energy - (energies[index - 1] ?? energy)));
}

function autocorrelation(curve: number[], seconds: number): number {
  const lag = (seconds * RATE) / HOP;
  const whole = Math.floor(lag);
  const mean = curve.reduce((sum, value) => sum + value, 0) / curve.length;
  const at = (shift: number): number =>
    curve.slice(shift).reduce((sum, value, index) => sum + (value - mean) * (curve[index]! - mean), 0);
  return at(whole) * (1 - lag + whole) + at(whole + 1) * (lag - whole);
}

/** Energy at the notes of four octaves, folded to twelve pitch classes. */
function chroma({ left }: Pcm): number[] {
  const classes = new Array<number>(12).fill(0);
  const size = 8192;
  for (let midi = 48; midi < 84; midi++) {
    const turn = (2 * Math.PI * 440 * 2 ** ((midi - 69) / 12)) / RATE;
    const factor = 2 * Math.cos(turn);
    for (let from = 0; from + size <= left.length; from += size) {
      let [before, now] = [0, 0];
      for (let index = 0; index < size; index++) {
        const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size);
        [before, now] = [now, left[from + index]! * window + factor * now - before];
      }
      classes[midi % 12]! += Math.sqrt(Math.max(0, now * now + before * before - factor * now * before));
    }
  }
  return classes;
}

/** Decibels of third-octave bands from 50 Hz to 6.4 kHz in each 15 seconds, by two-pole resonators. */
function blockSpectra({ left }: Pcm): number[][] {
  const length = 15 * RATE;
  const bands = Array.from({ length: 22 }, (_, band) => 50 * 2 ** (band / 3));
  return Array.from({ length: Math.floor(left.length / length) }, (_, block) =>
    bands.map((hertz) => {
      const radius = 1 - (Math.PI * hertz * 0.1) / RATE;
      const factor = 2 * radius * Math.cos((2 * Math.PI * hertz) / RATE);
      let [before, now, power] = [0, 0, 0];
      for (let index = block * length; index < (block + 1) * length; index++) {
        [before, now] = [now, left[index]! + factor * now - radius * radius * before];
        power += now * now;
      }
      return 10 * Math.log10(power);
    }),
  );
}

/** Mean distance of two spectra in decibels. */
function apart(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, level, band) => sum + Math.abs(level - other[band]!), 0) / one.length;
}

/** Loudness range of EBU Tech 3342: 10th to 95th percentile of the loudness of 3 s, gated at −20 LU. */
function loudnessRange({ left, right }: Pcm): number {
  const second: number[] = [];
  for (let from = 0; from + RATE <= left.length; from += RATE) {
    const meter = new LoudnessMeter(RATE);
    meter.add(left.subarray(from, from + RATE), right.subarray(from, from + RATE));
    second.push(10 ** (meter.integrated() / 10));
  }
  const threes = second.slice(2).map((power, index) => (power + second[index]! + second[index + 1]!) / 3);
  const gate = threes.reduce((sum, power) => sum + power, 0) / threes.length / 100;
  const heard = threes.filter((power) => power > gate).sort((a, b) => a - b);
  const at = (part: number): number => 10 * Math.log10(heard[Math.round(part * (heard.length - 1))]!);
  return at(0.95) - at(0.1);
}

/** Correlation of the sides, and the decibels that a mono sum loses. */
function stereo({ left, right }: Pcm): { correlation: number; loss: number } {
  let [lefts, rights, both] = [0, 0, 0];
  for (let index = 0; index < left.length; index++) {
    lefts += left[index]! ** 2;
    rights += right[index]! ** 2;
    both += left[index]! * right[index]!;
  }
  const loss = 10 * Math.log10((2 * (lefts + rights)) / (lefts + rights + 2 * both));
  return { correlation: both / Math.sqrt(lefts * rights), loss };
}

describe('SongRenderer', () => {
  it('does not depend on how much is read at once', () => {
    const plan = planMusic({ prompt: 'house', durationSeconds: 5 });
    const whole = new SongRenderer(plan, RATE).read(1e9);
    const renderer = new SongRenderer(plan, RATE);
    const sizes = [1, 777, 2048, 5000, 13];
    let at = 0;
    for (let turn = 0; at < renderer.length; turn++) {
      const part = renderer.read(sizes[turn % sizes.length]!);
      expect(
        Buffer.from(part.left.buffer).equals(Buffer.from(whole.left.slice(at, at + part.left.length).buffer)),
      ).toBe(true);
      at += part.left.length;
    }
    expect(at).toBe(5 * RATE);
    expect(renderer.read(1).left.length).toBe(0);
  });

  it('makes different pieces of different seeds and prompts', () => {
    const one = render({ prompt: 'pop', durationSeconds: 4 }).left;
    expect(render({ prompt: 'pop', durationSeconds: 4, seed: 1 }).left).not.toEqual(one);
    expect(render({ prompt: 'pop!', durationSeconds: 4 }).left).not.toEqual(one);
  });

  it.each([
    ['techno', 9],
    ['ambient', 12],
    ['waltz', 34],
    ['cinematic', 9],
    ['solo piano', 9],
    ['rock', 61],
  ])(
    'brings %s to −16 LUFS with room for the coding under −1 dBFS and ends it in silence',
    (prompt, durationSeconds) => {
      const pcm = render({ prompt, durationSeconds, seed: 3 }, SKETCHED_RATE);
      const meter = new LoudnessMeter(SKETCHED_RATE);
      meter.add(pcm.left, pcm.right);
      expect(Math.abs(meter.integrated() + 16)).toBeLessThan(1);
      // MP3 moved the peaks of a bright two-second piece by 1.3 dB.
      expect(20 * Math.log10(Math.max(truePeakOf(pcm.left), truePeakOf(pcm.right)))).toBeLessThan(-2.5);
      expect(pcm.left.length).toBe(durationSeconds * SKETCHED_RATE);
      expect(Math.max(...pcm.left.slice(-20).map(Math.abs))).toBeLessThan(0.002);
    },
  );

  it.each([
    ['techno 120 bpm', 0.5],
    ['techno 140 bpm', 60 / 140],
    ['rock 100 bpm', 0.6],
    ['waltz 150 bpm with drums', 0.4],
  ])('strikes in the tempo of "%s"', (prompt, beat) => {
    const curve = onsetCurve(render({ prompt, durationSeconds: 20 }));
    const onBeat = autocorrelation(curve, 4 * beat) + autocorrelation(curve, 12 * beat);
    for (const wrong of [1.09, 0.92]) {
      expect(onBeat).toBeGreaterThan(
        2 * (autocorrelation(curve, 4 * beat * wrong) + autocorrelation(curve, 12 * beat * wrong)),
      );
    }
  });

  it('repeats bars of three beats in a waltz', () => {
    const curve = onsetCurve(render({ prompt: 'waltz 150 bpm', durationSeconds: 14 }));
    expect(autocorrelation(curve, 6 * 0.4)).toBeGreaterThan(1.2 * autocorrelation(curve, 4 * 0.4));
  });

  it.each(['piano in D minor', 'folk in F# major', 'synthwave in A minor', 'ambient in Eb lydian'])(
    'stays in the key: %s',
    (prompt) => {
      const request = { prompt: `${prompt} no drums`, durationSeconds: 9 };
      const plan = planMusic(request);
      const classes = chroma(render(request));
      const key = KEY_NAMES.indexOf(plan.key);
      const scale = MODE_STEPS[plan.mode].map((step) => (step + key) % 12);
      const inside = scale.reduce((sum, pitch) => sum + classes[pitch]!, 0) / 7;
      const outside = (classes.reduce((sum, level) => sum + level, 0) - inside * 7) / 5;
      expect(inside).toBeGreaterThan(2.5 * outside);
    },
  );

  it('strikes on the cuts of a video', () => {
    const cuts = [2.23, 4.91, 7.37, 10.02, 13.66];
    const video = { durationSeconds: 16, cuts };
    // A single piece may be as loud elsewhere; by chance a quarter of the cuts would be among the loud places.
    const loud = [0, 1, 2, 3].map((seed) => {
      const curve = onsetCurve(render({ prompt: 'cinematic', seed, video }));
      const strongest = (seconds: number): number =>
        Math.max(
          ...[-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].map(
            (hop) => curve[Math.round((seconds * RATE) / HOP) + hop] ?? 0,
          ),
        );
      const elsewhere = Array.from({ length: 140 }, (_, index) => strongest(0.8 + index * 0.1)).sort(
        (a, b) => a - b,
      );
      const usual = elsewhere[Math.floor(elsewhere.length * 0.75)]!;
      return cuts.filter((cut) => strongest(cut) > usual).length;
    });
    expect(loud.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(13);
  });

  it.each(['rock', 'pop', 'cinematic', 'classical'])(
    'moves the loudness of %s by 5 LU and more',
    (prompt) => {
      expect(loudnessRange(render({ prompt, durationSeconds: 62 }))).toBeGreaterThan(5);
    },
  );

  it.each(['metal', 'pop', 'rock'])('gives %s width that a mono sum survives', (prompt) => {
    for (const seed of [0, 2]) {
      const pcm = render({ prompt, durationSeconds: 30, seed });
      const { correlation, loss } = stereo(pcm);
      expect(correlation).toBeGreaterThan(0.3);
      expect(correlation).toBeLessThan(0.8);
      expect(loss).toBeLessThan(1.5);
    }
  });

  it('hardly repeats itself in six minutes', () => {
    const spectra = blockSpectra(render({ prompt: 'pop', durationSeconds: 360 }));
    const pairs = spectra.flatMap((one, index) => spectra.slice(index + 1).map((other) => apart(one, other)));
    expect(pairs.length).toBe(276);
    // Where all sections of a kind are played alike, 237 pairs are that close.
    expect(pairs.filter((decibels) => decibels < 1.3).length).toBeLessThan(36);
  });
});
