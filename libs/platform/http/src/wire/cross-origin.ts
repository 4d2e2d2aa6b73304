import cors from 'cors';
import type { RequestHandler } from 'express';

/** Headers of ours, and some of HTTP's, that a page may not read unless told so. */
const EXPOSED = [
  'Accept-Ranges',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Credits-Used',
  'X-Estimated-Duration-Seconds',
  'X-Ignored-Fields',
  'X-Request-Id',
  'X-Total-Count',
  'X-Total-Is-Lower-Bound',
];
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** Lets pages of `origins` (`*` for all) call the API with a token. Cookies are never used, so never allowed. */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
}
