import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { TransactionRunner } from '#libs/platform/database';
import { hasSessionCookie } from '../auth/session-cookie.js';
import { hasBody } from '../body/body-bytes.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { currentRequest } from '../requests/request-context.js';
import { tagFor } from './entity-tag.js';
import { PublicRepliesSettings } from './public-replies.settings.js';

/** What another process has changed is shown this much later at most. */
const LIFE_MS = 1_000;
/** No reply takes more than this share of the room. */
const SHARE = 1 / 8;
/** Of one request, or set by `setTag`. */
const OF_THE_REQUEST = new Set(['etag', 'vary', 'ratelimit', 'ratelimit-policy']);

/** A finished reply, with the transactions that had ended when it was begun. */
type KeptReply = {
  ended: number;
  text: string;
  tag: string;
  route: unknown;
  headers: [string, number | string | string[]][];
};

/**
 * Answers callers without a token from finished replies of routes that are `PubliclyCached`. One is shown for a second, and
 * only until a transaction of this process ends.
 */
@Injectable()
export class PublicReplies {
  private readonly kept: LRUCache<string, KeptReply> | undefined;
  /** Replies that are being made, by URL: later callers wait for them, once. */
  private readonly making = new Map<string, Promise<void>>();

  constructor(
    { maxBytes }: PublicRepliesSettings,
    private readonly transactions: TransactionRunner,
    private readonly limiter: RateLimiter,
  ) {
    if (maxBytes === 0) return;
    this.kept = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxBytes * SHARE,
      ttl: LIFE_MS,
      sizeCalculation: ({ text }, url) => 2 * (text.length + url.length),
    });
  }

  /** Answers a request that may be answered so; else it goes on. */
  answer(request: Request, response: Response, next: NextFunction, mayWait = true): void {
    if (!this.kept || !isOfThePublic(request)) return next();
    const reply = this.kept.get(request.originalUrl);
    if (reply?.ended === this.transactions.ended) return this.send(reply, request, response);
    const made = mayWait ? this.making.get(request.originalUrl) : undefined;
    if (made) return void made.then(() => this.answer(request, response, next, false)).catch(next);
    next();
  }

  /** Keeps the reply that a route is about to make; until it is there, others that ask for it wait. */
  begin(request: Request, response: Response): void {
    const context = currentRequest();
    // HEAD must not bring about what GET does.
    if (!context || !this.kept || request.method !== 'GET' || !isOfThePublic(request)) return;
    const url = request.originalUrl;
    const { ended } = this.transactions;
    const start = performance.now();
    const before = response.getHeaders();
    const release = this.beginMaking(url);
    response.once('close', release);
    context.keepReply = (text, tag) => {
      const headers = Object.entries(response.getHeaders()).flatMap(([name, value]): KeptReply['headers'] =>
        value === undefined || value === before[name] || OF_THE_REQUEST.has(name) ? [] : [[name, value]],
      );
      this.kept?.set(url, { ended, text, tag, route: request.route, headers }, { start });
      release();
    };
  }

  /** @returns what lets the callers that wait go on. */
  private beginMaking(url: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.making.set(url, promise);
    return () => {
      if (this.making.get(url) === promise) this.making.delete(url);
      resolve();
    };
  }

  private send({ route, headers, tag, text }: KeptReply, request: Request, response: Response): void {
    request.route = route;
    this.limiter.admit(request, undefined, response);
    for (const [name, value] of headers) response.setHeader(name, value);
    setTag(request, response, tag);
    response.send(text);
  }
}

/** The tag of a reply that depends on whether its caller is known. */
export function setTag(request: Request, response: Response, tag: string): void {
  response.setHeader('ETag', tagFor(request, tag));
  for (const name of ['Authorization', 'X-API-Key', 'Cookie']) response.vary(name);
}

/** Whether the caller sends a token or a session, right or wrong. */
export function hasCredentials(request: Request): boolean {
  const { headers } = request;
  return 'authorization' in headers || 'x-api-key' in headers || hasSessionCookie(request);
}

/** A caller with a token may see more, or be refused. A body is left to what reads it. */
function isOfThePublic(request: Request): boolean {
  const { method } = request;
  return (method === 'GET' || method === 'HEAD') && !hasCredentials(request) && !hasBody(request);
}
