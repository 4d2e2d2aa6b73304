import { ExpressAdapter } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { callerHas, tagged } from '../caching/public-cache.guard.js';
import { currentRequest } from '../requests/request-context.js';
import { compressReply, isLarge } from '../wire/reply-compression.js';

/** What a handler returns to say more than the body. */
export class ReplyWithHeaders<Body> {
  constructor(
    readonly headers: Readonly<Record<string, string>>,
    readonly body: Body,
  ) {}
}

/** The parts of Express' router that say which routes a path has. */
type Layer = { match(path: string): unknown; route?: { methods: Record<string, boolean> } };

/**
 * Nest's way to Express: sends what handlers return. Whatever belongs to a whole reply is done here and not by interceptors,
 * whose chain costs more than all else that Nest does for a request.
 */
export class ServiceAdapter extends ExpressAdapter {
  /** The methods that the path of `request` takes; empty when the path does not exist. */
  allowedMethods(request: Request): string[] {
    const { router } = this.getInstance<{ router: { stack: Layer[] } }>();
    const routes = router.stack.filter((layer) => layer.route && matches(layer, request.path));
    const methods = new Set(routes.flatMap(({ route }) => Object.keys(route?.methods ?? {})));
    methods.delete('_all');
    if (methods.has('get')) methods.add('head');
    return [...methods].map((method) => method.toUpperCase()).sort();
  }

  override reply(response: Response, result: unknown, status?: number): unknown {
    const isWithHeaders = result instanceof ReplyWithHeaders;
    if (isWithHeaders)
      for (const [name, value] of Object.entries(result.headers)) response.setHeader(name, value);
    const given: unknown = isWithHeaders ? result.body : result;
    const { req: request } = response;
    const { caching, naming } = currentRequest() ?? {};
    const body = naming ? naming.reply(given) : given;
    if (typeof caching === 'number')
      return super.reply(response, tagged(body, caching, request, response), status) as unknown;
    if (typeof body !== 'object' || body === null) return super.reply(response, body, status) as unknown;
    if (status !== undefined) response.statusCode = status;
    const text = JSON.stringify(body);
    if (caching === 'private' && callerHas(text, request, response)) return response.status(304).end();
    return sendJson(request, response, text);
  }
}

function matches(layer: Layer, path: string): boolean {
  try {
    return Boolean(layer.match(path));
  } catch {
    // A path that cannot be decoded matches no route.
    return false;
  }
}

/** As Express does for a reply without a tag, without taking the content type apart and putting it together again. */
export function sendJson(request: Request, response: Response, text: string): Response {
  if (isLarge(text)) compressReply(request, response);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  return response.end(text);
}
