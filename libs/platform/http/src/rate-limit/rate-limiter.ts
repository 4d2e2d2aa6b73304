import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { serializeList } from 'structured-headers';
import { RateLimited } from '#libs/platform/errors';
import type { Principal } from '../auth/principal.js';
import { RateCounter, WINDOW_SECONDS } from './rate-counter.js';
import { RateLimitSettings } from './rate-limit.settings.js';

type Policy = { name: string; quota: number };

const NETWORK_GROUPS = 4;

/**
 * Limits callers and tells them where they stand, by the headers of
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10 (read 2026-11-21).
 */
@Injectable()
export class RateLimiter {
  private readonly policyHeaders = new Map<string, string>();

  constructor(
    private readonly settings: RateLimitSettings,
    private readonly counter: RateCounter,
  ) {}

  /** Counts a request of a token, else of an address. @throws RateLimited */
  admit(request: Request, user: Principal | undefined, response: Response): void {
    const { perToken, perAddress } = this.settings;
    if (user) this.take({ name: 'token', quota: perToken }, user.tokenId ?? user.userId, response);
    else this.take({ name: 'address', quota: perAddress }, addressKey(request.ip), response);
  }

  /** Counts a refused token. Those with a right one are not held up by others at the same address. @throws RateLimited */
  noteFailedToken(request: Request, response: Response): void {
    this.take({ name: 'failed-tokens', quota: this.settings.failedTokens }, addressKey(request.ip), response);
  }

  private take(policy: { name: string; quota: number | undefined }, key: string, response: Response): void {
    if (policy.quota === undefined || this.settings.perToken === undefined) return;
    const { used, resetSeconds } = this.counter.add(`${policy.name}:${key}`);
    const left = Math.max(0, policy.quota - used);
    response.setHeader('RateLimit-Policy', this.policyHeader({ name: policy.name, quota: policy.quota }));
    response.setHeader('RateLimit', item(policy.name, { r: left, t: resetSeconds }));
    if (used <= policy.quota) return;
    throw new RateLimited(
      `More than ${policy.quota} requests in ${WINDOW_SECONDS} seconds. Come back in ${resetSeconds} seconds.`,
      { headers: { 'Retry-After': String(resetSeconds) } },
    );
  }

  private policyHeader({ name, quota }: Policy): string {
    const known = this.policyHeaders.get(name);
    if (known) return known;
    const header = item(name, { q: quota, w: WINDOW_SECONDS });
    this.policyHeaders.set(name, header);
    return header;
  }
}

function item(name: string, parameters: Record<string, number>): string {
  return serializeList([[name, new Map(Object.entries(parameters))]]);
}

/** One household has a whole /64 of IPv6. */
function addressKey(ip = ''): string {
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return address.parts
    .slice(0, NETWORK_GROUPS)
    .map((part) => part.toString(16))
    .join(':');
}
