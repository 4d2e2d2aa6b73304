import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { callerOf } from './principal.js';
import { currentRequest } from './request-context.js';

const NETWORK_GROUPS = 4;

/** Whose share of something a request takes: its user's, else its address's. */
export function callerKey(request: Request): string {
  const user = callerOf(request);
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

/** The address of the caller of this request, or its network with IPv6; blank outside of a request. */
export function callerAddress(): string {
  return addressKey(currentRequest()?.response.req.ip);
}
