import { OutboundError } from './outbound-error.js';
import type { OutboundCall } from './outbound-request.js';

/** One request of a call: the first, or one after a redirect. */
export type Hop = {
  url: URL;
  /** Whether it goes to a server that the operator configured, so that its address needs no check. */
  isTrusted: boolean;
};

/** Our own limit; a caller’s picture needs one or two. */
export const MAX_REDIRECTS = 3;

/** RFC 9110 §15.4. 300 and 304 name no target. */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** RFC 9110 §15.4.8, RFC 7538: these keep the method and the body. */
const KEEPS_METHOD: ReadonlySet<number> = new Set([307, 308]);
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * The first request of a call.
 * @throws OutboundError `url_refused` when the URL cannot be parsed.
 */
export function firstHop(call: OutboundCall): Hop {
  if (!URL.canParse(String(call.url))) throw new OutboundError('url_refused', 'The URL is malformed.');
  const url = withoutFinalDot(new URL(call.url));
  const onOwnOrigin = call.credentials !== undefined && isSameOrigin(url, new URL(call.credentials.origin));
  const isTrusted = call.trustUrl === 'configured' || (call.trustUrl === 'from-response' && onOwnOrigin);
  return { url, isTrusted };
}

/**
 * Decides where an answer sends us.
 *
 * A request that changes something is repeated only if the status keeps its method (307, 308), and a trusted one only
 * on its own origin; turning it into a GET would report a delivery that never took place.
 *
 * @returns undefined when the answer is final.
 * @throws OutboundError `bad_reply` for a malformed target, `url_refused` for a step from https down to http.
 */
export function nextHop(
  from: Hop,
  method: string,
  status: number,
  location: string | undefined,
): Hop | undefined {
  if (!REDIRECT_STATUSES.has(status) || location === undefined) return undefined;
  const isSafe = SAFE_METHODS.has(method);
  if (!isSafe && !KEEPS_METHOD.has(status)) return undefined;
  if (!URL.canParse(location, from.url.href)) {
    throw new OutboundError('bad_reply', 'The server redirects to something that is not a URL.', { status });
  }
  const url = withoutFinalDot(new URL(location, from.url));
  const staysAtHome = isSameOrigin(url, from.url);
  if (!isSafe && from.isTrusted && !staysAtHome) return undefined;
  if (from.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new OutboundError('url_refused', 'The server redirects from https to http.', { status });
  }
  return { url, isTrusted: from.isTrusted && staysAtHome };
}

export function isSameOrigin(one: URL, other: URL): boolean {
  return one.origin === other.origin;
}

/** `example.org.` and `example.org` are the same host; one spelling keeps origins comparable. */
function withoutFinalDot(url: URL): URL {
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url;
}
