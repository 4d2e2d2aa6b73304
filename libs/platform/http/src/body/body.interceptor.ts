import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { SetMetadata } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/internal';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { UnsupportedMediaType } from '#libs/platform/errors';
import { hasBody, readBody } from './body-bytes.js';
import { IncomingBodies } from './incoming-bodies.js';
import { JsonBodies } from './json-bodies.js';
import { nulCharacter } from './strict-json.js';

const BODY = 'atelier:body';
/** Where Nest keeps which parameters a handler takes. */
const ROUTE_ARGUMENTS = '__routeArguments__';
const MEGABYTE = 1024 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const FOREIGN_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b)/i;
const NUL = /%00/;

/** How a route takes its body: JSON up to a size, not at all, or as a stream that the route reads itself. */
export type BodyPolicy = { kind: 'json'; maxBytes: number } | { kind: 'none' } | { kind: 'stream' };

const DEFAULT_POLICY: BodyPolicy = { kind: 'json', maxBytes: 2 * MEGABYTE };

/** JSON bodies up to `megabytes` instead of the usual 2 MB. */
export const JsonBodyLimit = (megabytes: number) =>
  SetMetadata(BODY, { kind: 'json', maxBytes: megabytes * MEGABYTE } satisfies BodyPolicy);

/** The route reads the request's stream itself: an upload or a form. */
export const StreamedBody = () => SetMetadata(BODY, { kind: 'stream' } satisfies BodyPolicy);

/** How the route of `context` takes its body. One without a `@Body()` parameter takes none. */
export function bodyPolicyOf(context: ExecutionContext, reflector: Reflector): BodyPolicy {
  const handler = context.getHandler();
  const declared = reflector.getAllAndOverride<BodyPolicy | undefined>(BODY, [handler, context.getClass()]);
  if (declared?.kind === 'stream') return declared;
  const parameters = Reflect.getMetadata(ROUTE_ARGUMENTS, context.getClass(), handler.name) as
    object | undefined;
  const takesBody = Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
  return takesBody ? (declared ?? DEFAULT_POLICY) : { kind: 'none' };
}

/**
 * Reads JSON bodies after the guards, so that a caller without a token cannot make the service buffer anything, and
 * with the limit of the route. A body that the route does not take is not looked at.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  private readonly policies = new Map<unknown, BodyPolicy>();

  constructor(
    private readonly reflector: Reflector,
    private readonly incoming: IncomingBodies,
    private readonly bodies: JsonBodies,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    refuseNulInUrl(request);
    const policy = this.policy(context);
    if (policy.kind !== 'json' || !hasBody(request)) return next.handle();
    requireJson(request);
    return from(this.read(request, policy.maxBytes)).pipe(switchMap(() => next.handle()));
  }

  private async read(request: Request, maxBytes: number): Promise<void> {
    const bytes = await this.incoming.receive(request, 'held', (body) => readBody(request, maxBytes, body));
    if (bytes.length > 0) request.body = await this.bodies.parse(bytes);
  }

  private policy(context: ExecutionContext): BodyPolicy {
    const handler = context.getHandler();
    const known = this.policies.get(handler);
    if (known) return known;
    const policy = bodyPolicyOf(context, this.reflector);
    this.policies.set(handler, policy);
    return policy;
  }
}

function requireJson(request: Request): void {
  const type = request.headers['content-type'] ?? '';
  if (!JSON_TYPE.test(type)) {
    throw new UnsupportedMediaType('The body must have the content type application/json.');
  }
  if (FOREIGN_CHARSET.test(type)) throw new UnsupportedMediaType('The body must be JSON in UTF-8.');
}

function refuseNulInUrl(request: Request): void {
  if (!NUL.test(request.originalUrl)) return;
  for (const [name, value] of Object.entries({ ...request.params, ...request.query })) {
    if (`${name}${String(value)}`.includes('\0'))
      throw nulCharacter(name.replaceAll('\0', '') || 'The query');
  }
}
