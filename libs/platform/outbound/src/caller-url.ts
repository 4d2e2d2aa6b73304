import { isIP } from 'node:net';
import { type AddressPolicy, LIFTED_BY, refusePrivateAddress } from './address-policy.js';
import { hasBadPort } from './bad-ports.js';
import { ALL_SCHEMES, type UrlFormRules, urlFormProblem, type UrlScheme, wantedForm } from './url-form.js';

export type CallerUrlRules = UrlFormRules & {
  /** True allows private addresses and local names; for tests only. Default false. */
  allowPrivateNetworks?: boolean;
};

/**
 * Names that mean this machine or this network wherever they are asked for: RFC 6761 (localhost), RFC 6762 (.local),
 * RFC 8375 (home.arpa), and `.internal`, which ICANN reserved for private use (2024-07-29).
 */
const LOCAL_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * Checks, without any network, the form of a URL that a caller gives: length, scheme, no user name or password, port,
 * and the host if it is a literal address (in every notation that URLs know) or a name of a local network.
 *
 * A host name's addresses are checked later, by the call itself.
 *
 * @returns Why the URL is refused, as a predicate to put after the field's name ("must …"); undefined when it passes.
 */
export function checkCallerUrl(text: string, rules: CallerUrlRules = {}): string | undefined {
  const problem = urlFormProblem(text, rules);
  if (problem !== undefined) return problem;
  const url = new URL(text);
  const refusal = refuseForm(url, rules.schemes ?? ALL_SCHEMES);
  if (refusal !== undefined || rules.allowPrivateNetworks === true) return refusal;
  if (isPublicHost(url, refusePrivateAddress)) return undefined;
  return `must be a URL whose host is on the public internet, not a local or private address (${LIFTED_BY})`;
}

/** The same rules, the host's aside, for a URL that is parsed already, such as a redirect's target. */
export function refuseForm(url: URL, schemes: readonly UrlScheme[]): string | undefined {
  if (!schemes.some((scheme) => url.protocol === `${scheme}:`)) return wantedForm(schemes);
  if (url.username !== '' || url.password !== '') return 'must be a URL without a user name or password';
  if (hasBadPort(url)) return 'must be a URL whose port is not one of another protocol';
  return undefined;
}

/** Whether a host may be looked up: a public literal address, or a name outside local networks. */
export function isPublicHost(url: URL, policy: AddressPolicy): boolean {
  const host = bareHost(url);
  if (isIP(host) !== 0) return policy(host) === undefined;
  // No top-level domain serves web pages; a bare word is a machine on the local network.
  if (!host.includes('.')) return false;
  return !LOCAL_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
