import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Counter } from 'prom-client';
import { serializeList } from 'structured-headers';
import { RateLimited } from '#libs/platform/errors';
import { processMetrics } from '#libs/platform/metrics';
import type { Principal } from '../requests/principal.js';
import { addressKey } from '../requests/caller.js';
import { RateCounter, WINDOW_SECONDS } from './rate-counter.js';
import { RateLimitSettings } from './rate-limit.settings.js';

/** What is counted under `key`, and how a refusal begins. */
type Limit = { name: string; quota: number | undefined; key: string; refusal?: string };

type Counted = { quota: number; used: number; resetSeconds: number };

const refusals = new Counter({
  name: 'rate_limit_refusals_total',
  help: 'Requests that this process refused for their number, by the limit they passed.',
  labelNames: ['limit'],
  registers: [processMetrics],
});

/**
 * Limits callers and shows them what is left, by the headers of
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10 (read 2026-11-21).
 */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly settings: RateLimitSettings,
    private readonly counter: RateCounter,
  ) {}

  /** Counts a request of a token and its user, else of an address. @throws RateLimited */
  admit(request: Request, user: Principal | undefined, response: Response): void {
    const { perToken, perUser, perAddress } = this.settings;
    const limits: Limit[] = user
      ? [
          { name: 'token', quota: perToken, key: user.tokenId ?? user.userId },
          { name: 'user', quota: perUser, key: user.userId, refusal: 'Your tokens together sent more than' },
        ]
      : [{ name: 'address', quota: perAddress, key: addressKey(request.ip) }];
    this.take(limits, response);
  }

  /** Counts a refused token. Those with a right one are not held up by others at the same address. @throws RateLimited */
  noteFailedToken(request: Request, response: Response): void {
    const quota = this.settings.failedTokens;
    this.take([{ name: 'failed-tokens', quota, key: addressKey(request.ip) }], response);
  }

  private take(limits: readonly Limit[], response: Response): void {
    if (this.settings.perToken === undefined) return;
    const counted = this.count(limits);
    if (counted.length === 0) return;
    response.setHeader(
      'RateLimit-Policy',
      items(counted, ({ quota: q }) => ({ q, w: WINDOW_SECONDS })),
    );
    response.setHeader(
      'RateLimit',
      items(counted, ({ quota, used, resetSeconds: t }) => ({ r: Math.max(0, quota - used), t })),
    );
    const passed = counted.find(({ used, quota }) => used > quota);
    if (!passed) return;
    refusals.inc({ limit: passed.name });
    const { refusal = 'More than', quota, resetSeconds } = passed;
    throw new RateLimited(
      `${refusal} ${quota} requests in ${WINDOW_SECONDS} seconds. Come back in ${resetSeconds} seconds.`,
      { headers: { 'Retry-After': String(resetSeconds) } },
    );
  }

  /** Up to the first that is passed: what a token sends over its own limit takes nothing from the user's other ones. */
  private count(limits: readonly Limit[]): (Limit & Counted)[] {
    const counted: (Limit & Counted)[] = [];
    for (const limit of limits) {
      if (limit.quota === undefined) continue;
      const one = { ...limit, quota: limit.quota, ...this.counter.add(`${limit.name}:${limit.key}`) };
      counted.push(one);
      if (one.used > one.quota) break;
    }
    return counted;
  }
}

function items(
  counted: readonly (Limit & Counted)[],
  parametersOf: (one: Counted) => Record<string, number>,
): string {
  return serializeList(counted.map((one) => [one.name, new Map(Object.entries(parametersOf(one)))]));
}
