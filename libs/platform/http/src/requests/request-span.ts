import type { Span } from '@opentelemetry/api';
import type { Request } from 'express';
import { fail, startSpan, traceFields } from '#libs/platform/tracing';
import type { EndedRequest } from './observe-request.js';

/** Monitors and readers of pages ask for these; nobody follows them through the service. */
const NOT_TRACED = /^\/(?:health\/|metrics$|docs(?:\/|$)|console(?:\/|$))/;

/** The span of a request, in the trace of its caller where the header `traceparent` names one; undefined while nothing is traced. */
export function requestSpan(request: Request): Span | undefined {
  if (NOT_TRACED.test(request.path)) return undefined;
  return startSpan(request.method, {
    kind: 'SERVER',
    attributes: { 'http.request.method': request.method },
    parent: request.get('traceparent'),
  });
}

/** Ends the span with its request, and tells `observe` in which trace that was. */
export function withTrace(
  span: Span,
  observe: (request: EndedRequest) => void,
): (request: EndedRequest) => void {
  return (request) => {
    if (request.route !== undefined) {
      span.updateName(`${request.method} ${request.route}`);
      span.setAttribute('http.route', request.route);
    }
    span.setAttribute('http.response.status_code', request.status);
    span.setAttribute('atelier.request_id', request.requestId);
    if (request.status >= 500) fail(span, String(request.status));
    span.end();
    observe({ ...request, ...traceFields(span) });
  };
}
