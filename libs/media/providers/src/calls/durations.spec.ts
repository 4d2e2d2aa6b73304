import { bucketOf, type Durations, quantileMs, sumOf } from './durations.js';

const durationsOf = (...all: readonly number[]): Durations => sumOf(all.map((ms) => ({ [bucketOf(ms)]: 1 })));

describe('durations', () => {
  it('give the median and a high quantile within 13 %', () => {
    const durations = durationsOf(...Array.from({ length: 100 }, (_, at) => 10 * (at + 1)));
    expect(Math.abs((quantileMs(durations, 0.5) ?? 0) / 500 - 1)).toBeLessThan(0.13);
    expect(Math.abs((quantileMs(durations, 0.95) ?? 0) / 950 - 1)).toBeLessThan(0.13);
  });

  it('add up over processes', () => {
    const slow = durationsOf(1_000, 1_000, 1_000);
    expect(quantileMs(sumOf([durationsOf(10), slow]), 0.5)).toBe(quantileMs(slow, 0.5));
  });

  it('give nothing when there was no call', () => {
    expect(quantileMs({}, 0.5)).toBeNull();
  });

  it('hold calls that took no time', () => {
    expect(quantileMs(durationsOf(0), 0.95)).toBe(1);
  });
});
