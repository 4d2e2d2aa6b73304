import { v7 as uuidv7 } from 'uuid';
import { lowestIdAt, timeOfId } from './time-of-id.js';

describe('lowestIdAt', () => {
  it('parts ids made before a time from those made at it and later', () => {
    const time = Date.parse('2026-03-01T12:00:00.123Z');
    const bound = lowestIdAt(new Date(time));
    expect(bound).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-0{12}$/);
    expect(uuidv7({ msecs: time - 1 }) < bound).toBe(true);
    expect(uuidv7({ msecs: time }) > bound).toBe(true);
    expect(uuidv7({ msecs: time + 1 }) > bound).toBe(true);
  });
});

describe('timeOfId', () => {
  it('gives the millisecond of an id', () => {
    const time = Date.parse('2026-03-01T12:00:00.123Z');
    expect(timeOfId(uuidv7({ msecs: time }))).toEqual(new Date(time));
  });
});
