import type { Request, Response } from 'express';
import { callerOf } from './principal.js';

/** The caller closed the connection before the reply was complete; no registered status says so. */
const CALLER_LEFT = 499;

/** A request that has ended, without anything that its caller wrote. */
export type EndedRequest = {
  requestId: string;
  method: string;
  /** The pattern of the route (`/tasks/:id`); undefined when there was none. */
  route: string | undefined;
  /** As sent, or 499 when the caller left before the end. */
  status: number;
  durationMs: number;
  /** Id of the user who called. */
  callerId: string | undefined;
  /** Where it is traced. */
  traceId?: string;
};

/** Tells `observe` about a request once, when its reply has left or its caller has. */
export function observeRequest(
  request: Request,
  response: Response,
  requestId: string,
  observe: (request: EndedRequest) => void,
): void {
  const startedAt = performance.now();
  response.once('close', () => {
    const route = (request.route as { path?: unknown } | undefined)?.path;
    observe({
      requestId,
      method: request.method,
      route: typeof route === 'string' ? route : undefined,
      status: response.writableFinished ? response.statusCode : CALLER_LEFT,
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
      callerId: callerOf(request)?.userId,
    });
  });
}
