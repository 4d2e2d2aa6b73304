import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Forbidden } from '#libs/platform/errors';
import { HttpSettings, PublicAddress } from '#libs/platform/http';

/**
 * Refuses pages of origins that may not call the API: a name that was rebound to this address would let them. Programs send
 * no `Origin`. Demanded by the specification of 2025-11-25, Transports, Security Warning, as quoted in
 * github.com/modelcontextprotocol/typescript-sdk/pull/1205, read 2026-11-28.
 */
@Injectable()
export class OwnOriginGuard implements CanActivate {
  constructor(
    private readonly settings: HttpSettings,
    private readonly address: PublicAddress,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const { origin } = context.switchToHttp().getRequest<Request>().headers;
    const allowed = [new URL(this.address.url).origin, ...this.settings.corsOrigins];
    if (origin === undefined || allowed.includes(origin) || allowed.includes('*')) return true;
    throw new Forbidden('Pages of this origin may not call the service; CORS_ORIGINS names those that may.');
  }
}
