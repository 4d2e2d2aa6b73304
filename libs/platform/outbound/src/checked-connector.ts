import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.js';
import { addressRefused } from './address-refused.js';
import { connectError, dnsError } from './error-translation.js';
import type { OutboundError } from './outbound-error.js';
import type { Resolve } from './resolve-host.js';

export type ConnectorOptions = {
  resolve: Resolve;
  /** Judges each address; absent to allow all. */
  policy?: AddressPolicy;
  /** Milliseconds for DNS, connect and TLS handshake together. */
  timeoutMs: number;
  /** Extra trusted certificate authorities, PEM. */
  ca?: string[];
};

/** A checked answer may be long; trying more than these would only use up the time-out. */
const MAX_ADDRESSES_TRIED = 8;
/** RFC 8305 §5 recommends 250 ms between two attempts. */
const ATTEMPT_DELAY_MS = 250;

/**
 * Makes undici's connector: the name is resolved once per connection, every address is judged, and the socket gets
 * exactly these addresses, so a name cannot change its meaning between check and use. SNI and `Host` keep the name.
 */
export function checkedConnector(options: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    lookup: vettedLookup(options),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_DELAY_MS,
    timeout: options.timeoutMs,
    allowH2: false,
    ...(options.ca && { ca: options.ca }),
  });
  return (target, callback) => {
    // A literal address never reaches the lookup.
    if (isIP(target.hostname) !== 0 && options.policy?.(target.hostname) !== undefined) {
      callback(addressRefused(), null);
      return;
    }
    connect(target, (...[error, socket]) => {
      if (error !== null) callback(connectError(error), null);
      else callback(null, socket);
    });
  };
}

function vettedLookup({ resolve, policy }: ConnectorOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    vettedAddresses(hostname, resolve, policy).then(
      (addresses) => {
        if (all === true) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: OutboundError) => callback(error, []),
    );
  };
}

async function vettedAddresses(
  hostname: string,
  resolve: Resolve,
  policy: AddressPolicy | undefined,
): Promise<{ address: string; family: number }[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw dnsError(error);
  });
  if (addresses.length === 0) throw dnsError(Object.assign(new Error(), { code: 'ENODATA' }));
  if (addresses.some((address) => policy?.(address) !== undefined)) throw addressRefused();
  return addresses.slice(0, MAX_ADDRESSES_TRIED).map((address) => ({ address, family: isIP(address) }));
}
