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
    expect(ring.rest(ring.current().name, 60, false)).toBe(true);
    expect(used(ring)).toBe('b');
    now += 61_000;
    expect(used(ring)).toBe('b');
    expect(ring.resting).toEqual([]);
  });

  it('uses the one that becomes available first when all rest', () => {
    const ring = ringOf('a', 'b');
    ring.rest(ring.current().name, 60, false);
    expect(ring.rest(ring.current().name, 30, false)).toBe(false);
    expect([used(ring), ring.resting.length]).toEqual(['b', 2]);
  });

  it('uses a single key on that is limited', () => {
    const ring = ringOf('a');
    expect(ring.rest(ring.current().name, 60, false)).toBe(false);
    expect(ring.resting).toEqual([]);
  });

  it('has nothing to order with while every key is refused', () => {
    const ring = ringOf('a', 'b');
    const [a = '', b = ''] = ring.names;
    ring.rest(a, 60, true);
    expect(ring.refusedSeconds).toBe(0);
    ring.rest(b, 90, true);
    expect(ring.refusedSeconds).toBe(60);
    ring.wake(b);
    expect(ring.refusedSeconds).toBe(0);
    ring.rest(b, 90, false);
    expect([ring.refusedSeconds, ring.resting.length]).toEqual([0, 2]);
    const single = ringOf('a');
    expect([single.rest(a, 0, true), single.refusedSeconds]).toEqual([false, 0]);
    expect(single.rest(a, 60, true)).toBe(false);
    expect([single.refusedSeconds, single.resting.length]).toEqual([60, 1]);
    now += 60_000;
    expect([single.refusedSeconds, single.resting.length]).toEqual([0, 0]);
  });

  it('finds the key of an order wherever it is in the list, and another one when it is gone', () => {
    const { name } = ringOf('b').current();
    expect(ringOf('a', 'b').for(name).secret.reveal()).toBe('b');
    expect(ringOf('a', 'c').for(name).secret.reveal()).toBe('a');
    expect(name).toMatch(/^[0-9a-f]{12}$/);
  });
});
