import { readCues } from '../prompt-cues.js';
import { prolong } from './prolong.js';
import { SAMPLE_RATE, type StereoSound } from './stereo-sound.js';

const SOURCE_SECONDS = 4;
const TOTAL_SECONDS = 8;
const none = readCues('');

function sounding(at: (time: number) => number): StereoSound {
  return Float32Array.from({ length: SOURCE_SECONDS * SAMPLE_RATE * 2 }, (_, i) =>
    at((i >> 1) / SAMPLE_RATE),
  );
}

const tone = (time: number) => 0.3 * Math.sin(2 * Math.PI * 196 * time);
/** Two low thumps a second, the first of every four with a high note. */
const beat = (time: number) => {
  const within = time % 0.5;
  const thump = 0.6 * Math.sin(2 * Math.PI * 70 * within) * Math.exp(-within * 20);
  return thump + (time % 2 < 0.5 ? 0.2 * Math.sin(2 * Math.PI * 880 * within) * Math.exp(-within * 8) : 0);
};

/** Largest step from one sample to the next in a part of the left channel. */
function largestStep(sound: StereoSound, from: number, to: number): number {
  let most = 0;
  for (let i = Math.round(from * SAMPLE_RATE) * 2; i < to * SAMPLE_RATE * 2 - 2; i += 2)
    most = Math.max(most, Math.abs(sound[i + 2]! - sound[i]!));
  return most;
}

/** How much of a sound is another one, 0-1. */
function likeness(sound: StereoSound, expected: (time: number) => number, from: number, to: number): number {
  let [product, one, other] = [0, 0, 0];
  for (let i = Math.round(from * SAMPLE_RATE); i < to * SAMPLE_RATE; i++) {
    const value = expected(i / SAMPLE_RATE);
    product += sound[i * 2]! * value;
    one += sound[i * 2]! ** 2;
    other += value ** 2;
  }
  return product / Math.sqrt(one * other);
}

describe('the sound of an extended video', () => {
  it.each([
    ['a tone', tone],
    ['a beat', beat],
  ])('goes on with %s as if it had never ended', (_, at) => {
    // The end lies off the beat, so that a loop of any other length stumbles.
    const end = 3.7;
    const longer = prolong(sounding(at).slice(0, end * SAMPLE_RATE * 2), end, TOTAL_SECONDS, none, 1);
    expect(likeness(longer, at, end, TOTAL_SECONDS - 1)).toBeGreaterThan(0.97);
    expect(largestStep(longer, end - 0.1, TOTAL_SECONDS)).toBeLessThan(
      1.3 * largestStep(longer, 0.1, end - 0.1),
    );
  });

  it('keeps silence silent, and what was there as it was', () => {
    const fading = sounding((time) => (time < 3 ? tone(time) : 0));
    const longer = prolong(fading, SOURCE_SECONDS, TOTAL_SECONDS, none, 1);
    expect(longer.subarray(0, fading.length)).toEqual(fading);
    expect(longer.subarray(fading.length).every((sample) => sample === 0)).toBe(true);
  });

  it('adds what the prompt names, and nothing else', () => {
    const quiet = sounding(() => 0);
    const longer = prolong(quiet, SOURCE_SECONDS, TOTAL_SECONDS, readCues('it begins to rain'), 1);
    expect(longer.subarray(0, quiet.length).every((sample) => sample === 0)).toBe(true);
    expect(longer.subarray(quiet.length).some((sample) => Math.abs(sample) > 0.01)).toBe(true);
  });
});
