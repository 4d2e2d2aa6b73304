import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

const DOCS = /^\/docs(?:\/|$)/;
const YEAR_SECONDS = 31_536_000;

/** JSON and files load nothing; the pages under /docs load only what this server has, so they work without internet. */
const API_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] };
const DOCS_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
};

function options(isHttps: boolean, directives: Record<string, string[]>): HelmetOptions {
  return {
    contentSecurityPolicy: { useDefaults: false, directives },
    // Pages of the allowed origins, and <img> and <video> of any, may show what a signed link opens.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: isHttps ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  };
}

/**
 * Security headers of every reply, and `Cache-Control: no-store` unless the route says otherwise.
 * HSTS only when callers reach the service by https.
 */
export function securityHeaders(isHttps: boolean): RequestHandler {
  const api = helmet(options(isHttps, API_POLICY));
  const docs = helmet(options(isHttps, DOCS_POLICY));
  return (request: Request, response: Response, next: NextFunction) => {
    if (DOCS.test(request.path)) return docs(request, response, next);
    response.setHeader('Cache-Control', 'no-store');
    api(request, response, next);
  };
}
