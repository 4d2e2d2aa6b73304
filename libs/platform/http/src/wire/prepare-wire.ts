import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, RequestHandler, Response } from 'express';
import { IncomingBodies } from '../body/incoming-bodies.js';
import { inSpan } from '#libs/platform/tracing';
import { PublicReplies } from '../caching/public-replies.js';
import type { Names } from '../names/names.js';
import { NamesSettings } from '../names/names.settings.js';
import { HttpSettings } from '../requests/http.settings.js';
import { runInRequest } from '../requests/request-context.js';
import { type EndedRequest, observeRequest } from '../requests/observe-request.js';
import { requestSpan, withTrace } from '../requests/request-span.js';
import { Connections } from './connections.js';
import { crossOrigin } from './cross-origin.js';
import { answerMalformedRequests, requireHost } from './malformed-requests.js';
import { compressLargeReplies, compressReply } from './reply-compression.js';
import { type ConstantHeader, securityHeaders } from './security-headers.js';
import { leaveUnreadBodies } from './unread-bodies.js';

const REQUEST_ID = 'X-Request-Id';
/** An id of the caller's own that is taken over. */
const ACCEPTED_ID = /^[A-Za-z0-9._-]{8,128}$/;
const DOCS = /^\/(?:docs(?:\/|$)|openapi(?:-admin)?\.yaml$)/;
/** Of Swagger UI; its other file holds the document. */
const DOCS_FILE = /^\/docs\/(?:swagger-ui(?:-bundle|-standalone-preset)?|favicon-\d+x\d+)\.(?:js|css|png)$/;
const FILE_CACHING = 'public, max-age=86400';
const CONSOLE = /^\/console(?:\/|$)/;

/** Puts in front of every route what concerns the wire: proxies, request id, security headers, CORS, compression. `observe` learns of each request. */
export function prepareWire(app: NestExpressApplication, observe: (request: EndedRequest) => void): void {
  const settings = app.get(HttpSettings);
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', 'simple');
  app.get(Connections).watch(app.getHttpServer());
  answerMalformedRequests(app.getHttpServer());
  const express = app.getHttpAdapter().getInstance() as Express;
  leaveUnreadBodies(app.getHttpServer(), express);
  compressLargeReplies(express);
  const { names } = app.get(NamesSettings);
  app.use(wire(settings, app.get(IncomingBodies), app.get(PublicReplies), names, observe));
}

/** One middleware for all: each by itself would cost as much again as it does. */
function wire(
  { baseUrl, corsOrigins }: HttpSettings,
  bodies: IncomingBodies,
  replies: PublicReplies,
  names: Names | undefined,
  observe: (request: EndedRequest) => void,
): RequestHandler {
  const security = securityHeaders(baseUrl?.startsWith('https:') ?? false);
  const cors = corsOrigins.length > 0 ? crossOrigin(corsOrigins) : undefined;
  const apiHeaders = [...security.api, ...(cors?.headers ?? [])];
  const docsHeaders = [...security.docs, ...(cors?.headers ?? [])];
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID();
    response.setHeader(REQUEST_ID, requestId);
    // It is for caches on the way: a caller who names a tag has the reply. fetch() adds it to every If-None-Match.
    delete request.headers['cache-control'];
    const naming = names?.of(request.url);
    if (naming) request.url = naming.url;
    const span = requestSpan(request);
    observeRequest(request, response, requestId, span ? withTrace(span, observe) : observe);
    const isPage = DOCS.test(request.path);
    setAll(response, isPage ? docsHeaders : apiHeaders);
    if (isPage) response.setHeader('Cache-Control', DOCS_FILE.test(request.path) ? FILE_CACHING : 'no-cache');
    if (isPage || CONSOLE.test(request.path)) compressReply(request, response, true);
    const answer = request.method === 'OPTIONS' ? cors?.preflight : cors?.answer;
    const answerRequest = (): void => {
      const goOn = (): void => {
        requireHost(request);
        replies.answer(request, response, next);
      };
      if (answer) answer(request, response, goOn);
      else goOn();
    };
    runInRequest({ requestId, response, bodies, naming }, () => inSpan(span, answerRequest));
  };
}

function setAll(response: Response, headers: readonly ConstantHeader[]): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}
