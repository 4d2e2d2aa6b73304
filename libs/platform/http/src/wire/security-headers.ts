import { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

export type ConstantHeader = readonly [name: string, value: string];

const YEAR_SECONDS = 31_536_000;

/** JSON and files load nothing; the pages under /docs load only what this server has, so they work without internet. */
const API_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] };
const DOCS_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  // What an operation answered is shown from memory.
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
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
 * Security headers of every reply, and `Cache-Control: no-store` unless the route says otherwise; of the pages under
 * /docs, those of a page. HSTS only when callers reach the service by https.
 */
export function securityHeaders(isHttps: boolean): {
  api: readonly ConstantHeader[];
  docs: readonly ConstantHeader[];
} {
  const noStore: ConstantHeader = ['Cache-Control', 'no-store'];
  return {
    api: [noStore, ...headersOf(helmet(options(isHttps, API_POLICY)))],
    docs: headersOf(helmet(options(isHttps, DOCS_POLICY))),
  };
}

/** What a middleware sets on every reply alike, whatever is asked: set from a list, it costs a third. */
export function headersOf(middleware: RequestHandler): ConstantHeader[] {
  const request = { method: 'GET', headers: {} } as IncomingMessage;
  const response = new ServerResponse(request);
  middleware(request as never, response as Response, () => undefined);
  // The types know this method of every outgoing message on a client's request only.
  const { getRawHeaderNames } = response as unknown as ClientRequest;
  return getRawHeaderNames
    .call(response as unknown as ClientRequest)
    .map((name) => [name, String(response.getHeader(name))]);
}
