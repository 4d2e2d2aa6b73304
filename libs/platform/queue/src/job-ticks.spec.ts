import { findNextTick } from './job-ticks.js';

const NOW = new Date('2026-02-27T10:07:30Z');

describe('findNextTick', () => {
  it.each([
    ['30s', '2026-02-27T10:08:00Z'],
    ['15m', '2026-02-27T10:15:00Z'],
    ['1h', '2026-02-27T11:00:00Z'],
    ['2d', '2026-02-28T00:00:00Z'],
  ])('finds the next %s', (every, expected) => {
    expect(findNextTick(every, NOW)).toEqual(new Date(expected));
  });

  it.each(['', '0s', '1.5h', '10', 'h', '5 m', '* * * * *'])('finds none for %p', (every) => {
    expect(findNextTick(every, NOW)).toBeUndefined();
  });
});
