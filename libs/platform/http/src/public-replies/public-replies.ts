import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { hasSessionCookie } from '../auth/session-cookie.js';
import { hasBody } from '../body/body-bytes.js';
import { tagFor, withCoding } from '../caching/entity-tag.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { currentRequest } from '../requests/request-context.js';
import { CODINGS, type KeptReply } from './kept-reply.js';
import { KeptReplies } from './kept-replies.js';
import { PublicData } from './public-data.js';
import { ReplyKeeper } from './reply-keeper.js';

/** As the routes have it. */
const VARY = ['Authorization', 'X-API-Key', 'Cookie'];

/** A request on its way. */
type Call = { request: Request; response: Response; next: NextFunction };

/**
 * Answers callers without a token from finished replies of routes that are `PubliclyCached`. One serves as long as nothing
 * has changed of what the public sees (`PublicData`).
 */
@Injectable()
export class PublicReplies {
  constructor(
    private readonly kept: KeptReplies,
    private readonly data: PublicData,
    private readonly limiter: RateLimiter,
  ) {}

  /** Answers a request that may be answered so; else it goes on, and its reply may be kept. */
  answer(call: Call): void {
    const { request, next } = call;
    if (this.kept.isOff || !isOfThePublic(request)) next();
    else if (this.kept.knows(request.originalUrl)) this.answerKnown(call, true);
    else {
      this.keeperOf(call);
      next();
    }
  }

  private answerKnown(call: Call, mayWait: boolean): void {
    const { state } = this.data;
    if (state !== undefined) this.answerAt(state, call, mayWait);
    else
      this.data
        .ask()
        .then(
          (found) => this.answerAt(found, call, mayWait),
          () => call.next(),
        )
        .catch(call.next);
  }

  /** Many who want the same wait for the first of them, once. */
  private answerAt(state: string, call: Call, mayWait: boolean): void {
    const reply = this.kept.get(call.request.originalUrl);
    if (reply?.parts.state === state) return this.send(reply, call);
    const made = mayWait ? this.kept.whenMade(call.request.originalUrl) : undefined;
    if (made) {
      made.then(() => this.answerKnown(call, false)).catch(call.next);
      return;
    }
    this.keeperOf(call)?.claim();
    call.next();
  }

  /** HEAD is answered from what GET has left: it must not bring about what GET does. */
  private keeperOf({ request, response }: Call): ReplyKeeper | undefined {
    const context = currentRequest();
    if (!context || request.method !== 'GET') return undefined;
    const keeper = new ReplyKeeper(this.kept, this.data, request, response);
    context.keeper = keeper;
    return keeper;
  }

  private send(reply: KeptReply, { request, response, next }: Call): void {
    const { route, tag, headers, effects } = reply.parts;
    request.route = route;
    this.limiter.admit(request, undefined, response);
    if (request.method === 'GET') for (const effect of effects) effect();
    for (const [name, value] of headers) response.setHeader(name, value);
    setVary(response, reply.isWorthCoding);
    response.setHeader('ETag', tagFor(request, tag));
    if (request.fresh) {
      response.status(304).removeHeader('Content-Type');
      response.end();
      return;
    }
    const coding = request.method === 'GET' && reply.isWorthCoding ? codingFor(request) : undefined;
    if (coding === undefined) return end(response, reply.body);
    const grown = (): void => this.kept.weigh(request.originalUrl, reply);
    reply
      .in(coding, grown)
      .then((bytes) => {
        response.setHeader('Content-Encoding', coding);
        response.setHeader('ETag', withCoding(tag, coding));
        end(response, bytes);
      })
      .catch(next);
  }
}

/** A caller with a token may see more, or be refused. A body is left to those who know what to do with it. */
function isOfThePublic(request: Request): boolean {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const isUnknown = headers.authorization === undefined && headers['x-api-key'] === undefined;
  return isUnknown && !hasSessionCookie(request) && !hasBody(request);
}

function setVary(response: Response, isCoded: boolean): void {
  const known = response.getHeader('Vary');
  const names = [...(known === undefined ? [] : [String(known)]), ...VARY];
  response.setHeader('Vary', [...names, ...(isCoded ? ['Accept-Encoding'] : [])].join(', '));
}

function codingFor(request: Request): (typeof CODINGS)[number] | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined;
  return CODINGS.find((coding) => request.acceptsEncodings(coding) === coding);
}

function end(response: Response, bytes: Buffer): void {
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}
