import { findDurationMs } from './job-scheduler.js';

describe('findDurationMs', () => {
  it.each([
    ['30s', 30_000],
    ['15m', 900_000],
    ['1h', 3_600_000],
    ['2d', 172_800_000],
  ])('reads %s', (text, expected) => {
    expect(findDurationMs(text)).toBe(expected);
  });

  it.each(['', '0s', '1.5h', '10', 'h', '5 m', '*/5 * * * *'])(
    'leaves %p to the cron expressions',
    (text) => {
      expect(findDurationMs(text)).toBeUndefined();
    },
  );
});
