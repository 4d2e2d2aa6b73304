import { once } from 'node:events';

/**
 * Awaits `work`, but no longer than `ms`; the work itself continues.
 * @throws DOMException `TimeoutError`.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = AbortSignal.timeout(ms);
  const timedOut = once(late, 'abort').then(() => Promise.reject<T>(late.reason as DOMException));
  return Promise.race([work, timedOut]);
}
