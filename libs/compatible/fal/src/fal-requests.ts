import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

export const FAL_BASE = '/fal';
export const TARGET_HEADER = 'x-fal-target-url';
/** The hosts that the SDK calls, and where their paths are here. Source: npm package @fal-ai/client 1.10.1, read 2026-11-28. */
const PLACES: Readonly<Record<string, string>> = {
  'queue.fal.run': 'queue',
  'fal.run': 'run',
  'rest.fal.ai': 'rest',
};
const SCHEME = 'Key ';

/**
 * Makes requests of fal's SDK ones of ours. Sent by its `proxyUrl`, they name their target in a header: it is read for its
 * path, and never called. `Authorization: Key` holds a token.
 */
@Injectable()
export class FalRequests implements NestMiddleware {
  use(request: Request, _: Response, next: NextFunction): void {
    const { authorization, [TARGET_HEADER]: target } = request.headers;
    if (authorization?.startsWith(SCHEME))
      request.headers.authorization = `Bearer ${authorization.slice(SCHEME.length)}`;
    const isProxied = request.baseUrl === FAL_BASE && request.path === '/';
    const path = typeof target === 'string' && isProxied ? pathOf(target) : undefined;
    if (path !== undefined) {
      request.url = path;
      // An Idempotency-Key is for this one.
      request.originalUrl = FAL_BASE + path;
    }
    next();
  }
}

/** Below `FAL_BASE`. */
function pathOf(target: string): string | undefined {
  if (!URL.canParse(target)) return undefined;
  const { protocol, host, pathname, search } = new URL(target);
  const place = protocol === 'https:' && Object.hasOwn(PLACES, host) ? PLACES[host] : undefined;
  return place && `/${place}${pathname}${search}`;
}
