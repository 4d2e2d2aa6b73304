import type { NestExpressApplication } from '@nestjs/platform-express';
import { IncomingBodies } from '../body/incoming-bodies.js';
import { HttpSettings } from '../http.settings.js';
import { type EndedRequest, observeRequests } from '../requests/observe-requests.js';
import { requestContext } from '../request-context.middleware.js';
import { Connections } from './connections.js';
import { crossOrigin } from './cross-origin.js';
import { answerMalformedRequests, requireHost } from './malformed-requests.js';
import { replyCompression } from './reply-compression.js';
import { securityHeaders } from './security-headers.js';
import { leaveUnreadBodies } from './unread-bodies.js';

/** Puts in front of every route what concerns the wire: proxies, request id, security headers, CORS, compression. `observe` learns of each request. */
export function prepareWire(app: NestExpressApplication, observe: (request: EndedRequest) => void): void {
  const settings = app.get(HttpSettings);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', 'simple');
  app.get(Connections).watch(app.getHttpServer());
  answerMalformedRequests(app.getHttpServer());
  leaveUnreadBodies(app.getHttpServer());
  app.use(requestContext(app.get(IncomingBodies)));
  app.use(observeRequests(observe));
  app.use(securityHeaders(settings.baseUrl?.startsWith('https:') ?? false));
  if (settings.corsOrigins.length > 0) app.use(crossOrigin(settings.corsOrigins));
  app.use(replyCompression());
  app.use(requireHost);
}
