import { retryPause } from './retry-schedule.js';

const schedule = [5, 30, 120];

describe('the retry schedule of webhooks', () => {
  it('waits as long as it says, and up to a tenth longer', () => {
    expect(retryPause(schedule, 1, undefined, 0)).toBe(5);
    expect(retryPause(schedule, 2, undefined, 1)).toBeCloseTo(33);
  });

  it('ends after its last pause', () => {
    expect(retryPause(schedule, 3, undefined, 0)).toBe(120);
    expect(retryPause(schedule, 4, undefined, 0)).toBeUndefined();
  });

  it('honours a longer Retry-After, up to a day', () => {
    expect(retryPause(schedule, 1, 60, 0)).toBe(60);
    expect(retryPause(schedule, 1, 1, 0)).toBe(5);
    expect(retryPause(schedule, 1, 1e9, 0)).toBe(86_400);
  });
});
