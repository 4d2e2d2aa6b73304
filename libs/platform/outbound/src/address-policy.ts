import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Judges one IP address (dotted IPv4 or IPv6 text).
 * @returns The name of the range that forbids it, or undefined when it may be connected to.
 */
export type AddressPolicy = (address: string) => string | undefined;

/** Public in the registries, yet answered by the cloud host itself: Azure's wire server (metadata, DNS, DHCP). */
const METADATA_IPV4 = '168.63.129.16';

/** IPv6 ranges that carry an IPv4 address as their last 32 bits, so the IPv4 address decides. */
const EMBEDDED_IN_LAST_BITS: ReadonlySet<string> = new Set(['ipv4Mapped', 'rfc6145']);

/** RFC 6052 §2.1: the well-known NAT64 prefix; what an IPv6-only network gives for every IPv4-only site. */
const NAT64_PREFIX = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Part of every refusal of an address: on a laptop it is the operator who sees it. */
export const LIFTED_BY = 'on a laptop, ALLOW_PRIVATE_NETWORKS=true lifts this';

/** RFC 4291 §2.4: everything that is routed on the internet is inside. */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * The rule for every URL that a caller or a vendor's reply gives: only globally routed unicast addresses.
 *
 * Refuses private, loopback, link-local, carrier-grade NAT, multicast, unspecified, reserved, benchmarking,
 * documentation and metadata addresses, and IPv6 forms that carry such an IPv4 address (mapped, translated, NAT64,
 * 6to4). Ranges follow the IANA special-purpose registries (RFC 6890) as listed by `ipaddr.js`.
 */
export function refusePrivateAddress(address: string): string | undefined {
  if (isIP(address) === 0 || address.includes('%')) return 'invalid';
  // `ipaddr.js` reads the obsolete IPv4-compatible form (RFC 4291 §2.5.5.1) as the mapped one.
  if (/^::\d+\./.test(address)) return 'reserved';
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv4 ? refuseIpv4(parsed) : refuseIpv6(parsed as ipaddr.IPv6);
}

function refuseIpv4(address: ipaddr.IPv4): string | undefined {
  if (address.toString() === METADATA_IPV4) return 'metadata';
  const range = address.range();
  return range === 'unicast' ? undefined : range;
}

function refuseIpv6(address: ipaddr.IPv6): string | undefined {
  const range = address.range();
  if (EMBEDDED_IN_LAST_BITS.has(range) || address.match(NAT64_PREFIX)) {
    return refuseIpv4(embeddedIpv4(address, 12));
  }
  if (range === '6to4') return refuseIpv4(embeddedIpv4(address, 2));
  if (range !== 'unicast') return range;
  return address.match(GLOBAL_UNICAST_IPV6) ? undefined : 'reserved';
}

function embeddedIpv4(address: ipaddr.IPv6, offset: number): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(offset, offset + 4));
}
