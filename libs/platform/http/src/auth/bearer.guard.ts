import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { SchemaWatch } from '#libs/platform/database';
import {
  Forbidden,
  InsufficientScope,
  InvalidRequest,
  Unauthorized,
  Unavailable,
} from '#libs/platform/errors';
import { PerRoute } from '../requests/per-route.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { ACCESS, type Access } from './access.decorators.js';
import { type Principal, PrincipalResolver } from '../requests/principal.js';
import { isSafe, SessionCookie } from './session-cookie.js';

/** What a caller without a good token must come back with. */
export const REALM = 'Bearer realm="atelier"';

const SCHEME = 'Bearer ';
const UPGRADED = 'The service is being upgraded. Try again in a moment.';

type CheckedRequest = Request & { user?: Principal };

/** Global and deny-by-default: a route that declares no access is for admins only. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  private readonly accesses: PerRoute<Access>;
  private principals: PrincipalResolver | undefined;

  constructor(
    reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly modules: ModuleRef,
    private readonly cookie: SessionCookie,
    private readonly schema: SchemaWatch,
  ) {
    super();
    this.accesses = new PerRoute(
      (context) =>
        reflector.getAllAndOverride<Access | undefined>(ACCESS, [
          context.getHandler(),
          context.getClass(),
        ]) ?? { kind: 'admin' },
    );
  }

  // The types want a promise; Nest takes the answer itself just as well, and most often it is known at once.
  override canActivate(context: ExecutionContext): Promise<boolean> {
    return this.check(context) as Promise<boolean>;
  }

  private check(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.accesses.of(context);
    if (access.kind === 'own') return true;
    this.requireSchema();
    const request = context.switchToHttp().getRequest<CheckedRequest>();
    const { authorization, 'x-api-key': apiKey } = request.headers;
    if (authorization === undefined && apiKey === undefined) {
      const session = this.cookie.read(request);
      if (session !== undefined) return this.checkSession(context, access, session);
      if (this.needsNoToken(access)) return true;
    }
    const known = authorization?.startsWith(SCHEME)
      ? this.resolver().remembered(authorization.slice(SCHEME.length))
      : undefined;
    if (!known) return this.checkAnew(context, access);
    request.user = known;
    requireAccess(access, known, request);
    return true;
  }

  private checkSession(context: ExecutionContext, access: Access, text: string): boolean | Promise<boolean> {
    const known = this.resolver().rememberedSession(text);
    if (!known) return this.resumeSession(context, access, text);
    const request = context.switchToHttp().getRequest<CheckedRequest>();
    request.user = known;
    requireAccess(access, known, request);
    return true;
  }

  /** A reply to what changes something may be kept for a repetition, so a new text goes out with others only. */
  private async resumeSession(context: ExecutionContext, access: Access, text: string): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<CheckedRequest>(), http.getResponse<Response>()];
    const resumed = await this.resolver().resumeSession(text, isSafe(request));
    if (!resumed) {
      if (this.needsNoToken(access)) return true;
      this.limiter.noteFailedToken(request, response);
      throw new Unauthorized('The session has ended. Sign in again.', {
        headers: { 'WWW-Authenticate': REALM },
      });
    }
    if (resumed.renewed) this.cookie.write(response, resumed.renewed);
    request.user = resumed.principal;
    requireAccess(access, request.user, request);
    return true;
  }

  private async checkAnew(context: ExecutionContext, access: Access): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<CheckedRequest>();
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof Unauthorized) this.limiter.noteFailedToken(request, http.getResponse<Response>());
      throw error;
    }
    requireAccess(access, request.user, request);
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

  private needsNoToken(access: Access): boolean {
    if (access.kind !== 'scope') return access.kind === 'public';
    if (access.mayBeInBody === true) return true;
    return access.opening !== undefined && this.modules.get(access.opening, { strict: false }).isOpen();
  }

  /** Who calls stands in the database, and what it is called for mostly too: a newer version may have changed that. */
  private requireSchema(): void {
    if (this.schema.problem) throw new Unavailable(UPGRADED, { headers: { 'Retry-After': '5' } });
  }

  /** Of the users module, which needs this one. */
  private resolver(): PrincipalResolver {
    this.principals ??= this.modules.get<PrincipalResolver>(PrincipalResolver, { strict: false });
    return this.principals;
  }
}

function requireAccess(access: Access, principal: Principal | undefined, { params }: Request): void {
  if (!principal) return;
  if (principal.nodeId !== undefined) return requirePublishing(access, principal.nodeId, params.nodeId);
  if (access.kind === 'scope' && !principal.scopes.includes(access.scope)) {
    throw new InsufficientScope(`The token lacks the scope "${access.scope}".`, {
      headers: { 'WWW-Authenticate': `${REALM}, error="insufficient_scope", scope="${access.scope}"` },
    });
  }
  if (access.kind === 'admin' && !principal.isAdmin) throw new Forbidden('Only an admin may do this.');
}

/** @param asked The node in the path. */
function requirePublishing(access: Access, nodeId: string, asked: unknown): void {
  const isTaken = 'takesPublishTokens' in access && access.takesPublishTokens === true;
  if (isTaken && typeof asked === 'string' && asked.toLowerCase() === nodeId.toLowerCase()) return;
  throw new InsufficientScope(`The token may only publish versions of the node ${nodeId}.`, {
    headers: { 'WWW-Authenticate': `${REALM}, error="insufficient_scope"` },
  });
}
