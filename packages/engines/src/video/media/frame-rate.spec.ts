import { outputRate } from './frame-rate.js';

describe('the frame rate of an extended video', () => {
  it.each([
    ['29.84', { num: 746, den: 25 }, 30_000 / 1_001],
    ['29.99', { num: 2_999, den: 100 }, 30],
    ['23.976', { num: 2_997, den: 125 }, 24_000 / 1_001],
    ['28.7', { num: 287, den: 10 }, 30_000 / 1_001],
    ['14.97', { num: 1_497, den: 100 }, 30],
    ['1000000/66667', { num: 1_000_000, den: 66_667 }, 30],
    ['12.5', { num: 25, den: 2 }, 25],
    ['10', { num: 10, den: 1 }, 30],
    ['2', { num: 2, den: 1 }, 24],
    ['59.9', { num: 599, den: 10 }, 60_000 / 1_001],
    ['120', { num: 120, den: 1 }, 60],
    ['0', { num: 0, den: 1 }, 24],
    ['21, which is near none', { num: 21, den: 1 }, 21],
  ])('is a usual one for %s', (_, source, expected) => {
    const { num, den } = outputRate(source);
    expect(num / den).toBeCloseTo(expected, 9);
  });
});
