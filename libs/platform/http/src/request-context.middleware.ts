import type { NextFunction, Request, Response } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { runInRequest } from './request-context.js';

const HEADER = 'X-Request-Id';
const ACCEPTED = /^[A-Za-z0-9._-]{8,128}$/;

/** Gives each request an id (the caller's own when it is a plain word) and makes it known to everything below. */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const given = request.get(HEADER);
  const requestId = given !== undefined && ACCEPTED.test(given) ? given : uuidv7();
  response.setHeader(HEADER, requestId);
  runInRequest({ requestId, response }, next);
}
