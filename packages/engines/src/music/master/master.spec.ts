import { truePeakOf } from '../__fixtures__/true-peak-of.js';
import { Limiter } from './limiter.js';
import { LoudnessMeter } from './loudness.js';

const RATE = 48_000;

function sine(hertz: number, level: number, seconds: number, phase = 0): Float32Array {
  return Float32Array.from(
    { length: seconds * RATE },
    (_, index) => level * Math.sin((2 * Math.PI * hertz * index) / RATE + phase),
  );
}

describe('LoudnessMeter', () => {
  // EBU Tech 3341 (2016), cases 1 and 3: a stereo sine of 1 kHz reads its own level; quiet surroundings are gated.
  it('reads a 1 kHz stereo sine at −23 dBFS as −23 LUFS, however it is cut', () => {
    const tone = sine(1000, 10 ** (-23 / 20), 4);
    const meter = new LoudnessMeter(RATE);
    for (let at = 0; at < tone.length; at += 1111)
      meter.add(tone.subarray(at, at + 1111), tone.subarray(at, at + 1111));
    expect(meter.integrated()).toBeCloseTo(-23, 1);
  });

  it('leaves quiet parts out', () => {
    const meter = new LoudnessMeter(RATE);
    for (const [level, seconds] of [
      [-36, 5],
      [-23, 20],
      [-36, 5],
    ] as const) {
      const tone = sine(1000, 10 ** (level / 20), seconds);
      meter.add(tone, tone);
    }
    expect(Math.abs(meter.integrated() + 23)).toBeLessThan(0.1);
  });

  it('knows no loudness of silence', () => {
    const meter = new LoudnessMeter(RATE);
    meter.add(new Float32Array(RATE), new Float32Array(RATE));
    expect(meter.integrated()).toBe(-Infinity);
  });
});

describe('truePeakOf', () => {
  it('sees the crest between the samples', () => {
    const tone = sine(RATE / 4, 1, 0.1, Math.PI / 4);
    expect(Math.max(...tone)).toBeLessThan(0.71);
    expect(20 * Math.log10(truePeakOf(tone.subarray(100)))).toBeGreaterThan(-0.4);
  });
});

describe('Limiter', () => {
  it('holds the ceiling between samples and leaves what is below untouched but late', () => {
    const quiet = sine(440, 0.2, 0.5);
    const input = Float32Array.from([...quiet, ...sine(RATE / 4, 1.4, 0.2, Math.PI / 4), ...quiet]);
    const left = input.slice();
    const right = input.slice();
    const limiter = new Limiter(RATE, 0.8);
    limiter.process(left, right);
    expect(truePeakOf(left)).toBeLessThan(0.82);
    expect(left.slice(limiter.delay, 20_000)).toEqual(input.slice(0, 20_000 - limiter.delay));
  });
});
