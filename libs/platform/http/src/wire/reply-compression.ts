import compression from 'compression';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { withCoding } from '../caching/entity-tag.js';

/** Smaller replies gain nothing. */
const THRESHOLD_BYTES = 1_024;
/** Each line or event of these must leave at once. */
const STREAMED = /^(?:text\/event-stream|application\/x-ndjson)/i;

function isWorthIt(request: Request, response: Response): boolean {
  if (STREAMED.test(String(response.getHeader('Content-Type') ?? ''))) return false;
  // Files are served by ranges, which count plain bytes.
  if (response.hasHeader('Accept-Ranges') || response.hasHeader('Content-Range')) return false;
  return compression.filter(request, response);
}

/** Compresses JSON and other text; a compressed reply gets its own entity tag. */
export function replyCompression(): RequestHandler {
  const compress = compression({ threshold: THRESHOLD_BYTES, filter: isWorthIt });
  return (request: Request, response: Response, next: NextFunction) => {
    const writeHead = response.writeHead.bind(response);
    response.writeHead = ((...parameters: Parameters<typeof writeHead>) => {
      const coding = response.getHeader('Content-Encoding');
      const tag = response.getHeader('ETag');
      if (typeof coding === 'string' && typeof tag === 'string') {
        response.setHeader('ETag', withCoding(tag, coding));
      }
      return writeHead(...parameters);
    }) as typeof response.writeHead;
    compress(request, response, next);
  };
}
