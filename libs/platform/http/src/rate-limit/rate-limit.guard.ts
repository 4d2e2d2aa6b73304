import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import type { Request, Response } from 'express';
import { callerOf } from '../requests/principal.js';
import { PerRoute } from '../requests/per-route.js';
import { RateLimiter } from './rate-limiter.js';

const EXEMPT = 'atelier:rate-limit-exempt';

/** Requests of this route are neither counted nor limited. */
export const RateLimitExempt = () => SetMetadata(EXEMPT, true);

/** Whether one of these handlers or controllers has `RateLimitExempt`. */
export function isRateLimitExempt(...targets: readonly object[]): boolean {
  return targets.some((target) => Reflect.hasMetadata(EXEMPT, target));
}

/** Global, after the bearer guard: it needs to know who calls. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly exempt = new PerRoute((context) =>
    isRateLimitExempt(context.getHandler(), context.getClass()),
  );

  constructor(private readonly limiter: RateLimiter) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.exempt.of(context)) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    this.limiter.admit(request, callerOf(request), http.getResponse<Response>());
    return true;
  }
}
