import type { RequestHandler } from 'express';
import { v7 as uuidv7 } from 'uuid';
import type { IncomingBodies } from './body/incoming-bodies.js';
import { runInRequest } from './request-context.js';

const HEADER = 'X-Request-Id';
const ACCEPTED = /^[A-Za-z0-9._-]{8,128}$/;

/** Gives each request an id (the caller's own when it is a plain word) and makes it known to everything below. */
export function requestContext(bodies: IncomingBodies): RequestHandler {
  return (request, response, next) => {
    const given = request.get(HEADER);
    const requestId = given !== undefined && ACCEPTED.test(given) ? given : uuidv7();
    response.setHeader(HEADER, requestId);
    runInRequest({ requestId, response, bodies }, next);
  };
}
