import { roundVendorCredits, sumVendorCredits } from './vendor-credits.js';

describe('sumVendorCredits', () => {
  it.each<[number[], number]>([
    [[], 0],
    [[0.1, 0.2], 0.3],
    [[0.1, 0.2, -0.3], 0],
    [[999_999_999.999999, 0.000001], 1_000_000_000],
    [Array.from({ length: 20_000 }, () => 0.000001), 0.02],
    [Array.from({ length: 1_000 }, () => 123_456.789012), 123_456_789.012],
  ])('of %p is %d', (amounts, sum) => {
    expect(sumVendorCredits(amounts)).toBe(sum);
  });
});

describe('roundVendorCredits', () => {
  it.each([
    [0.1 + 0.2, 0.3],
    [0.0000004, 0],
    [999_999_999.999999, 999_999_999.999999],
  ])('of %d is %d', (credits, kept) => {
    expect(roundVendorCredits(credits)).toBe(kept);
  });
});
