import { addressKey } from './caller.js';
import { currentRequest } from './request-context.js';

/** The address of the caller of this request, or its network with IPv6; blank outside of a request. */
export function callerAddress(): string {
  return addressKey(currentRequest()?.response.req.ip);
}
