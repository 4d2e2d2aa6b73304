import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { UnsupportedMediaType } from '#libs/platform/errors';
import { hasBody, readBody } from './body-bytes.js';
import { PerRoute } from '../requests/per-route.js';
import { currentRequest } from '../requests/request-context.js';
import { IncomingBodies } from './incoming-bodies.js';
import { JsonBodies } from './json-bodies.js';
import { nulCharacter } from './strict-json.js';

const BODY = 'atelier:body';
const MEGABYTE = 1024 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const FOREIGN_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b)/i;
const NUL = /%00/;

/** How a route takes its body: JSON up to a size, not at all, or as a stream that the route reads itself. */
export type BodyPolicy =
  { kind: 'json'; maxBytes: number } | { kind: 'none' } | { kind: 'stream'; jsonMaxBytes?: number };

const DEFAULT_POLICY: BodyPolicy = { kind: 'json', maxBytes: 2 * MEGABYTE };

/** JSON bodies up to `megabytes` instead of the usual 2 MB. */
export const JsonBodyLimit = (megabytes: number) =>
  SetMetadata(BODY, { kind: 'json', maxBytes: megabytes * MEGABYTE } satisfies BodyPolicy);

/** The route reads the request's stream itself: an upload or a form. With `orJsonOf` it takes JSON of so many megabytes too, as usual. */
export const StreamedBody = ({ orJsonOf }: { orJsonOf?: number } = {}) =>
  SetMetadata(BODY, {
    kind: 'stream',
    ...(orJsonOf === undefined ? {} : { jsonMaxBytes: orJsonOf * MEGABYTE }),
  } satisfies BodyPolicy);

/** How the route of `context` takes its body. One without a `@Body()` parameter takes none. */
export function bodyPolicyOf(context: ExecutionContext, reflector: Reflector): BodyPolicy {
  const handler = context.getHandler();
  const declared = reflector.getAllAndOverride<BodyPolicy | undefined>(BODY, [handler, context.getClass()]);
  if (declared?.kind === 'stream') return declared;
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) as
    object | undefined;
  const takesBody = Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
  return takesBody ? (declared ?? DEFAULT_POLICY) : { kind: 'none' };
}

/**
 * Reads JSON bodies, last of the guards that look at the caller, so that one without a token cannot make the service buffer
 * anything, and with the limit of the route. No interceptor: their chain costs more than reading an ordinary body. A body that the route does not take is not looked at.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  private readonly policies: PerRoute<BodyPolicy>;

  constructor(
    reflector: Reflector,
    private readonly incoming: IncomingBodies,
    private readonly bodies: JsonBodies,
  ) {
    this.policies = new PerRoute((context) => bodyPolicyOf(context, reflector));
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    refuseNulInUrl(request);
    const policy = this.policies.of(context);
    if (policy.kind === 'none' || !hasBody(request)) return true;
    if (policy.kind === 'stream') {
      const isJson = JSON_TYPE.test(request.headers['content-type'] ?? '');
      return policy.jsonMaxBytes === undefined || !isJson ? true : this.read(request, policy.jsonMaxBytes);
    }
    requireJson(request);
    return this.read(request, policy.maxBytes);
  }

  private async read(request: Request, maxBytes: number): Promise<boolean> {
    const bytes = await this.incoming.receive(request, 'held', (body) => readBody(request, maxBytes, body));
    if (bytes.length === 0) return true;
    const body = await this.bodies.parse(bytes);
    const naming = currentRequest()?.naming;
    request.body = naming ? naming.body(body) : body;
    return true;
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
