import type { Request } from 'express';
import { currentRequest } from '../requests/request-context.js';
import type { BodyKind, IncomingBody } from '../requests/incoming-body.js';

/** As `IncomingBodies.receive`, for the request that is being answered. */
export function receiveBody<T>(
  request: Request,
  kind: BodyKind,
  read: (body: IncomingBody) => Promise<T>,
): Promise<T> {
  const bodies = currentRequest()?.bodies;
  if (!bodies) throw new Error('A body can only be read while its request is answered');
  return bodies.receive(request, kind, read);
}
