import { Secret } from '#libs/platform/config';
import { KeyRing } from './key-ring.js';

describe('KeyRing', () => {
  let now = 0;
  const ringOf = (...keys: string[]) =>
    new KeyRing(
      keys.map((key) => new Secret(key)),
      () => now,
    );
  const used = (ring: KeyRing) => ring.current().secret.reveal();
  beforeEach(() => {
    now = 1_000_000;
  });

  it('uses one key until it is limited, and then the next in turn', () => {
    const ring = ringOf('a', 'b', 'c');
    expect([used(ring), used(ring)]).toEqual(['a', 'a']);
    expect(ring.rest(ring.current().name, 60)).toBe(true);
    expect(used(ring)).toBe('b');
    now += 61_000;
    expect(used(ring)).toBe('b');
    expect(ring.resting).toEqual([]);
  });

  it('uses the one that becomes available first when all rest', () => {
    const ring = ringOf('a', 'b');
    ring.rest(ring.current().name, 60);
    expect(ring.rest(ring.current().name, 30)).toBe(false);
    expect([used(ring), ring.resting.length]).toEqual(['b', 2]);
  });

  it('lets a single key never rest', () => {
    const ring = ringOf('a');
    expect(ring.rest(ring.current().name, 60)).toBe(false);
    expect(ring.resting).toEqual([]);
  });

  it('finds the key of an order wherever it is in the list, and another one when it is gone', () => {
    const { name } = ringOf('b').current();
    expect(ringOf('a', 'b').for(name).secret.reveal()).toBe('b');
    expect(ringOf('a', 'c').for(name).secret.reveal()).toBe('a');
    expect(name).toMatch(/^[0-9a-f]{12}$/);
  });
});
