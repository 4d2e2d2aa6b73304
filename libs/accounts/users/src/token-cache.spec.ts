import { Clock } from '#libs/platform/clock';
import type { Principal } from '#libs/platform/http';
import { type KnownPrincipal, TokenCache } from './token-cache.js';

const digest = 'digest';
const principal: Principal = {
  userId: 'u',
  name: 'Ada',
  email: 'ada@example.com',
  isAdmin: false,
  isApproved: true,
  scopes: ['media'],
};

describe('the cache of token checks', () => {
  beforeEach(() => void jest.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void jest.useRealTimers());

  const loader = (known: KnownPrincipal) => jest.fn(() => Promise.resolve(known));

  it('looks up concurrent checks once, and not again while the answer is fresh', async () => {
    const cache = new TokenCache(new Clock());
    const load = loader({ principal });
    await Promise.all([cache.get(digest, load), cache.get(digest, load)]);
    jest.advanceTimersByTime(3_900);
    expect(await cache.get(digest, load)).toBe(principal);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('looks up again before 5 s have passed, so a revocation is noticed without any notification', async () => {
    const cache = new TokenCache(new Clock());
    await cache.get(digest, loader({ principal }));
    jest.advanceTimersByTime(4_999);
    expect(await cache.get(digest, loader(undefined))).toBeUndefined();
  });

  it('rejects a token at its expiry even when it was just checked', async () => {
    const cache = new TokenCache(new Clock());
    const load = loader({ principal, expiresAtMs: 1_001_000 });
    expect(await cache.get(digest, load)).toBe(principal);
    jest.advanceTimersByTime(1_000);
    expect(await cache.get(digest, load)).toBeUndefined();
  });

  it('does not cache what was being read when it was cleared', async () => {
    const cache = new TokenCache(new Clock());
    let finish: (known: KnownPrincipal) => void = () => undefined;
    const first = cache.get(digest, () => new Promise((resolve) => (finish = resolve)));
    cache.clear();
    finish({ principal });
    expect(await first).toBe(principal);
    expect(await cache.get(digest, loader(undefined))).toBeUndefined();
  });

  it('does not cache a failure', async () => {
    const cache = new TokenCache(new Clock());
    await expect(cache.get(digest, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await cache.get(digest, loader({ principal }))).toBe(principal);
  });
});
