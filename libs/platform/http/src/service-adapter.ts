import { ExpressAdapter } from '@nestjs/platform-express';
import type { Request, RequestHandler, Response } from 'express';
import { callerHas, tagged } from './caching/public-cache.guard.js';
import { currentRequest } from './request-context.js';
import { compressReply, isLarge } from './wire/reply-compression.js';
import { RouteIndex } from './wire/route-index.js';

/** What a handler returns to say more than the body. */
export class ReplyWithHeaders<Body> {
  private text: string | undefined;

  constructor(
    readonly headers: Readonly<Record<string, string>>,
    readonly body: Body,
  ) {}

  /** The body as it is sent. Made once, as the same reply may be given to many. */
  get json(): string {
    return (this.text ??= JSON.stringify(this.body));
  }
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Nest's way to Express: finds routes by an index, and sends what handlers return. Whatever belongs to a whole reply is done
 * here and not by interceptors, whose chain costs more than all else that Nest does for a request.
 */
export class ServiceAdapter extends ExpressAdapter {
  readonly routes = new RouteIndex();
  private isIndexed = false;

  override get(path: unknown, handler?: unknown): unknown {
    return this.declare('get', path, handler);
  }

  override post(path: unknown, handler?: unknown): unknown {
    return this.declare('post', path, handler);
  }

  override put(path: unknown, handler?: unknown): unknown {
    return this.declare('put', path, handler);
  }

  override patch(path: unknown, handler?: unknown): unknown {
    return this.declare('patch', path, handler);
  }

  override delete(path: unknown, handler?: unknown): unknown {
    return this.declare('delete', path, handler);
  }

  override reply(response: Response, result: unknown, status?: number): unknown {
    const isWithHeaders = result instanceof ReplyWithHeaders;
    if (isWithHeaders)
      for (const [name, value] of Object.entries(result.headers)) response.setHeader(name, value);
    const body: unknown = isWithHeaders ? result.body : result;
    const { req: request } = response;
    const caching = currentRequest()?.caching;
    if (typeof caching === 'number')
      return super.reply(response, tagged(body, caching, request, response), status) as unknown;
    if (typeof body !== 'object' || body === null) return super.reply(response, body, status) as unknown;
    if (status !== undefined) response.statusCode = status;
    const text = isWithHeaders ? result.json : JSON.stringify(body);
    if (caching === 'private' && callerHas(text, request, response)) return response.status(304).end();
    return sendJson(request, response, text);
  }

  private declare(method: Method, path: unknown, handler: unknown): unknown {
    if (!this.isIndexed) this.use(this.routes.handler);
    this.isIndexed = true;
    return this.routes.routerOf(String(path))[method](String(path), handler as RequestHandler);
  }
}

/** As Express does for a reply without a tag, without taking the content type apart and putting it together again. */
export function sendJson(request: Request, response: Response, text: string): Response {
  if (isLarge(text)) compressReply(request, response);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  return response.end(text);
}
