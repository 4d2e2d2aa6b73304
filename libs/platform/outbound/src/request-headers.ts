import { isSameOrigin } from './hop.js';
import type { Credentials } from './outbound-request.js';

/** Headers that this client sets itself, or that must be in `credentials`. */
const NOT_FOR_CALLS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
]);

/**
 * The headers of one hop: the call's own, and its credentials only if the hop is on their origin.
 * @throws TypeError when a call passes a secret or a connection header as an ordinary one.
 */
export function headersFor(
  url: URL,
  own: Record<string, string>,
  credentials: Credentials | undefined,
  defaults: Record<string, string>,
): Record<string, string> {
  const headers: Record<string, string> = { ...defaults };
  for (const [name, value] of Object.entries(own)) {
    const lower = name.toLowerCase();
    if (NOT_FOR_CALLS.has(lower)) throw new TypeError(`Header ${lower} cannot be set by an outgoing call.`);
    headers[lower] = value;
  }
  if (credentials === undefined || !isSameOrigin(url, new URL(credentials.origin))) return headers;
  for (const [name, value] of Object.entries(credentials.headers)) headers[name.toLowerCase()] = value;
  return headers;
}

/** Joins repeated headers of an answer into one string each. */
export function joinedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const joined: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
