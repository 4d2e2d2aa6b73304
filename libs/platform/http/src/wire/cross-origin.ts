import cors from 'cors';
import type { RequestHandler } from 'express';
import { REPLY_HEADERS } from '../reply-headers.js';

const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** Lets pages of `origins` (`*` for all) call the API with a token. Cookies are never used, so never allowed. */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // Those that a page may not read unless allowed are among them.
    exposedHeaders: Object.keys(REPLY_HEADERS),
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
}
