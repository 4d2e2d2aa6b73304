import { findNextTick } from './job-ticks.js';

const NOW = new Date('2026-02-27T10:07:30Z');

describe('findNextTick', () => {
  it.each([
    ['30s', '2026-02-27T10:08:00Z'],
    ['15m', '2026-02-27T10:15:00Z'],
    ['1h', '2026-02-27T11:00:00Z'],
    ['2d', '2026-03-01T00:00:00Z'],
    ['* * * * *', '2026-02-27T10:08:00Z'],
    ['30 3 * * *', '2026-02-28T03:30:00Z'],
    ['*/20 9-17 * * *', '2026-02-27T10:20:00Z'],
    ['5/20 * * * *', '2026-02-27T10:25:00Z'],
    ['0 0 1,15 * *', '2026-03-01T00:00:00Z'],
    ['0 12 * * 7', '2026-03-01T12:00:00Z'],
    ['0 12 13 * 1', '2026-03-02T12:00:00Z'],
    ['0 0 29 2 *', '2028-02-29T00:00:00Z'],
  ])('finds the next %s', (every, expected) => {
    expect(findNextTick(every, NOW)).toEqual(new Date(expected));
  });

  it.each([
    '',
    '0s',
    '1.5h',
    '10',
    'h',
    '5 m',
    '* * * *',
    '60 * * * *',
    '5-3 * * * *',
    '*/0 * * * *',
    'a * * * *',
    '0 0 30 2 *',
  ])('finds none for %p', (every) => {
    expect(findNextTick(every, NOW)).toBeUndefined();
  });
});
