import compression from 'compression';
import type { Express, Request, RequestHandler, Response } from 'express';
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

const compress: RequestHandler = compression({ threshold: THRESHOLD_BYTES, filter: isWorthIt });
/** For the files of pages, which no reader asks for in parts. */
const compressFile: RequestHandler = compression({ threshold: THRESHOLD_BYTES });
const prepared = new WeakSet<Response>();

/** Whether a text may be worth compressing. */
export function isLarge(text: string): boolean {
  return text.length >= THRESHOLD_BYTES;
}

/**
 * Compresses the reply when it is large enough, for a caller who takes that; a compressed reply gets its own entity tag.
 * Whatever looks at the bytes of the reply and wants them plain comes after this.
 */
export function compressReply(request: Request, response: Response, isOfPage = false): void {
  if (prepared.has(response)) return;
  prepared.add(response);
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((...parameters: Parameters<typeof writeHead>) => {
    const coding = response.getHeader('Content-Encoding');
    const tag = response.getHeader('ETag');
    if (typeof coding === 'string' && typeof tag === 'string') {
      response.setHeader('ETag', withCoding(tag, coding));
    }
    return writeHead(...parameters);
  }) as typeof response.writeHead;
  (isOfPage ? compressFile : compress)(request, response, () => undefined);
}

/** Compresses what is sent in one piece, JSON above all. Small replies, which are most, cost nothing. */
export function compressLargeReplies(app: Express): void {
  const { send } = app.response;
  app.response.send = function (this: Response, body?: unknown) {
    if (typeof body === 'string' && isLarge(body)) compressReply(this.req, this);
    return send.call(this, body);
  };
}
