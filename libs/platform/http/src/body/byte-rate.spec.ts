import { ByteRate } from './byte-rate.js';

describe('a rate of bytes', () => {
  beforeEach(() => void jest.useFakeTimers({ now: 0 }));
  afterEach(() => void jest.useRealTimers());

  it('lets a second pass at once, spreads what comes after it, and saves no more up', () => {
    const rate = new ByteRate(1_000);
    jest.advanceTimersByTime(60_000);
    expect(rate.take(1_000)).toBe(0);
    expect(rate.take(500)).toBe(500);
    expect(rate.take(250)).toBe(750);
    jest.advanceTimersByTime(700);
    expect(rate.take(50)).toBe(100);
    jest.advanceTimersByTime(60_000);
    expect(rate.take(1_500)).toBe(500);
  });
});
