import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { Forbidden, InsufficientScope, InvalidRequest, Unauthorized } from '#libs/platform/errors';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { ACCESS, type Access } from './access.decorators.js';
import type { Principal } from './principal.js';

/** What a caller without a good token must come back with. */
export const REALM = 'Bearer realm="atelier"';

/** Global and deny-by-default: a route that declares no access is for admins only. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.access(context);
    if (access.kind === 'own') return true;
    const http = context.switchToHttp();
    const request = http.getRequest<Request & { user?: Principal }>();
    const hasToken =
      request.headers.authorization !== undefined || request.headers['x-api-key'] !== undefined;
    if (!hasToken && needsNoToken(access)) return true;
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof Unauthorized) this.limiter.noteFailedToken(request, http.getResponse<Response>());
      throw error;
    }
    requireAccess(access, request.user);
    return true;
  }

  override handleRequest<T>(
    error: unknown,
    principal: T | false,
    info: unknown,
    _: ExecutionContext,
    status?: number,
  ): T {
    if (error instanceof Error) throw error;
    if (principal) return principal;
    if (status === 400) {
      throw new InvalidRequest('The Authorization header must have the form "Bearer <token>".');
    }
    const challenge =
      typeof info === 'string' && info.includes('invalid_token') ? `${REALM}, error="invalid_token"` : REALM;
    throw new Unauthorized(
      challenge === REALM
        ? 'Send a token in the header "Authorization: Bearer <token>".'
        : 'The token is unknown, expired or revoked.',
      { headers: { 'WWW-Authenticate': challenge } },
    );
  }

  private access(context: ExecutionContext): Access {
    return (
      this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
        context.getHandler(),
        context.getClass(),
      ]) ?? {
        kind: 'admin',
      }
    );
  }
}

function needsNoToken(access: Access): boolean {
  return access.kind === 'public' || (access.kind === 'scope' && access.mayBeInBody === true);
}

function requireAccess(access: Access, principal: Principal | undefined): void {
  if (!principal) return;
  if (access.kind === 'scope' && !principal.scopes.includes(access.scope)) {
    throw new InsufficientScope(`The token lacks the scope "${access.scope}".`, {
      headers: { 'WWW-Authenticate': `${REALM}, error="insufficient_scope", scope="${access.scope}"` },
    });
  }
  if (access.kind === 'admin' && !principal.isAdmin) throw new Forbidden('Only an admin may do this.');
}
