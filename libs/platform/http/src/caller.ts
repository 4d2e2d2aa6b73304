import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { Principal } from './auth/principal.js';
import { currentRequest } from './request-context.js';

const NETWORK_GROUPS = 4;

/** The address of the caller of this request, or its network with IPv6; blank outside of a request. */
export function callerAddress(): string {
  return addressKey(currentRequest()?.response.req.ip);
}

/** Whose share of something a request takes: its user's, else its address's. */
export function callerKey(request: Request): string {
  const user = request.user as Principal | undefined;
  return user ? `user:${user.userId}` : `address:${addressKey(request.ip)}`;
}

/** One household has a whole /64 of IPv6. */
export function addressKey(ip = ''): string {
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return address.parts
    .slice(0, NETWORK_GROUPS)
    .map((part) => part.toString(16))
    .join(':');
}
