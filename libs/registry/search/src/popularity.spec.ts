import { popularityOf, STEPS_PER_DOUBLING } from './popularity.js';

describe('popularity', () => {
  const ofStars = (stars: number): number => popularityOf({ stars, downloads: 0 });

  it('rises by as many steps with each doubling of stars, or of downloads', () => {
    expect(ofStars(2 ** 11 - 1) - ofStars(2 ** 10 - 1)).toBe(STEPS_PER_DOUBLING);
    expect(popularityOf({ stars: 0, downloads: 20_000 })).toBe(ofStars(1_000));
  });

  it('gains or loses at most one doubling by ratings, and gains one by a recent version', () => {
    const facts = { stars: 100, downloads: 0 };
    const rated = (star: number, count: number): number =>
      popularityOf({ ...facts, ratingSum: star * count, ratingCount: count });
    expect(rated(5, 1_000_000) - ofStars(100)).toBe(STEPS_PER_DOUBLING);
    expect(rated(1, 1_000_000) - ofStars(100)).toBe(-STEPS_PER_DOUBLING);
    expect(rated(5, 1) - ofStars(100)).toBeLessThan(STEPS_PER_DOUBLING / 4);
    expect(popularityOf({ ...facts, ageDays: 0 }) - ofStars(100)).toBe(STEPS_PER_DOUBLING);
    expect(popularityOf({ ...facts, ageDays: 400 })).toBe(ofStars(100));
  });

  it('is never below 0', () => {
    expect(popularityOf({ stars: 0, downloads: 0, ratingSum: 50, ratingCount: 50 })).toBe(0);
    expect(ofStars(-5)).toBe(0);
  });
});
