import { lookup, Resolver } from 'node:dns/promises';
import { codeOf } from './error-translation.js';

/** All addresses of a host name, IPv4 and IPv6, in the order to try them. Rejects like `node:dns`. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Per try of a name server; two tries. */
const DNS_TIMEOUT_MS = 3_000;

/** Resolves like the operating system, including hosts file and search domains: for names that the operator configured. */
export async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

/**
 * Resolves by DNS only, without hosts file and search domains: for names that strangers choose.
 *
 * The system's lookup occupies one of very few threads until it ends, so a name server that never answers could stall
 * all other calls. This one runs on sockets and has a time limit.
 *
 * @param servers Name servers as `address:port`; default: the machine's.
 */
export async function resolveByDns(hostname: string, servers?: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [codeOf(answer.reason)] : []));
  // No name server is configured for this library; only the machine's owner can change that.
  if (codes.every((code) => code === 'ECONNREFUSED')) return resolveBySystem(hostname);
  const telling = codes.find((code) => code !== 'ENODATA') ?? 'ENODATA';
  throw Object.assign(new Error('The name could not be resolved.'), { code: telling });
}
