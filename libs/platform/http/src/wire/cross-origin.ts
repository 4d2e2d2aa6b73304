import cors from 'cors';
import type { RequestHandler } from 'express';
import { REPLY_HEADERS } from '../requests/reply-headers.js';
import { type ConstantHeader, headersOf } from './security-headers.js';

const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** How pages of other origins may call the API with a token. Cookies are for our own pages, so never allowed. */
export type CrossOrigin = {
  /** The same for every caller. */
  headers: readonly ConstantHeader[];
  /** For a request whose reply depends on its origin; undefined where `headers` say it all. */
  answer?: RequestHandler;
  /** Answers a page that asks beforehand. */
  preflight: RequestHandler;
};

/** @param origins Those of the pages; `*` for all. */
export function crossOrigin(origins: readonly string[]): CrossOrigin {
  const isForAll = origins.includes('*');
  const preflight = cors({
    origin: isForAll ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    // Those that a page may not read unless allowed are among them.
    exposedHeaders: Object.keys(REPLY_HEADERS),
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
  return isForAll
    ? { headers: headersOf(preflight), preflight }
    : { headers: [], answer: preflight, preflight };
}
