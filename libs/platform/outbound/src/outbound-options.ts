import type { AddressPolicy } from './address-policy.js';
import type { Resolve } from './resolve-host.js';

/** Options of an `OutboundHttp`. Everything but `version` has a default. */
export type OutboundHttpOptions = {
  /** The product's version, for `User-Agent: Atelier/<version>`. */
  version: string;
  /** Allows private addresses and local names in callers' URLs; for tests. Default false. */
  allowPrivateNetworks?: boolean;
  /** Milliseconds for one connection: DNS, connect, TLS handshake. Default 10 000. */
  connectTimeoutMs?: number;
  /** Connections to one origin, 1–256, default 16; more calls wait for one, within their own time-out. */
  connectionsPerOrigin?: number;
  /** Certificate authorities to trust instead of the built-in ones, PEM. */
  ca?: string[];
  /** For tests: replaces DNS. */
  resolve?: Resolve;
  /** For tests: replaces the rule for addresses. */
  addressPolicy?: AddressPolicy;
  /** For tests: the clock, in milliseconds, for `Retry-After` dates. */
  nowMs?: () => number;
};
