import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { PerRoute } from '../requests/per-route.js';
import { currentRequest } from '../requests/request-context.js';
import { tagOf } from './entity-tag.js';
import { hasCredentials, PublicReplies, setTag } from './public-replies.js';

const MAX_AGE = 'atelier:public-max-age';

/**
 * Marks the reply of a GET that does not depend on the caller: a strong `ETag` over the body, 304 for a matching
 * `If-None-Match`, and `Cache-Control: public, max-age=…`. With a token or a session the reply is `private, no-cache` instead,
 * as a route may show its owner more. The body must be an object or an array. The reply to a GET without either is kept for
 * others (`PublicReplies`), unless its age must be 0.
 */
export const PubliclyCached = ({ maxAgeSeconds }: { maxAgeSeconds: number }) =>
  SetMetadata(MAX_AGE, maxAgeSeconds);

/** Marks the reply of a GET that its caller alone may keep: a weak `ETag`, 304, and always `private, no-cache`. */
export const PrivatelyCached = () => SetMetadata(MAX_AGE, 'private');

/** Whether a handler has `PubliclyCached` or `PrivatelyCached`. */
export function isCached(handler: object): boolean {
  return Reflect.hasMetadata(MAX_AGE, handler);
}

/** Lets everyone pass. Notes with the request who may keep its reply, for `ServiceAdapter`, and begins what the service keeps. */
@Injectable()
export class PublicCacheGuard implements CanActivate {
  private readonly caching: PerRoute<number | 'private' | undefined>;

  constructor(
    reflector: Reflector,
    private readonly replies: PublicReplies,
  ) {
    this.caching = new PerRoute((context) =>
      reflector.get<number | 'private' | undefined>(MAX_AGE, context.getHandler()),
    );
  }

  canActivate(context: ExecutionContext): boolean {
    const caching = this.caching.of(context);
    const current = currentRequest();
    if (caching !== undefined && current) current.caching = caching;
    if (typeof caching === 'number' && caching > 0) {
      const http = context.switchToHttp();
      this.replies.begin(http.getRequest<Request>(), http.getResponse<Response>());
    }
    return true;
  }
}

/** The body as text, so that it is turned into JSON once, for the tag and the wire alike. Express answers 304 itself. */
export function tagged(body: unknown, maxAgeSeconds: number, request: Request, response: Response): string {
  const text = JSON.stringify(body);
  const tag = tagOf(text);
  const isPrivate = hasCredentials(request);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', isPrivate ? 'private, no-cache' : `public, max-age=${maxAgeSeconds}`);
  currentRequest()?.keepReply?.(text, tag);
  setTag(request, response, tag);
  return text;
}

/** Tags a text that its caller alone may keep. @returns Whether the caller has it already. */
export function callerHas(text: string, request: Request, response: Response): boolean {
  response.setHeader('ETag', `W/${tagOf(text)}`);
  response.setHeader('Cache-Control', 'private, no-cache');
  return request.fresh;
}
