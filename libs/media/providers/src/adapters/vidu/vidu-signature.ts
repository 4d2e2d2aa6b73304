import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallerRequest } from '../../terms/callback-signature.js';

/** A call is believed for this long after its `Date`, and before it for clocks that differ. */
const VALID_MS = 5 * 60_000;

/**
 * Whether Vidu signed a call with an API key: an HMAC-SHA256, as Base64, of the method, the path, the query, the
 * access key, the `Date` header and the signed headers, a line each.
 */
export function isSignedByVidu({ method, url, headers }: CallerRequest, apiKey: string): boolean {
  const text = (name: string): string => String(headers[name] ?? '');
  const { pathname, search } = new URL(url, 'http://localhost');
  const at = Date.parse(text('date'));
  if (!(Math.abs(Date.now() - at) <= VALID_MS)) return false;
  const names = text('x-hmac-signed-headers')
    .split(';')
    .filter((name) => name !== '');
  const signed = names.map((name) => `${name}:${text(name.toLowerCase())}\n`).join('');
  const plain = `${[method, pathname, search.slice(1), text('x-hmac-access-key'), text('date')].join('\n')}\n${signed}`;
  const expected = createHmac('sha256', apiKey).update(plain).digest();
  const given = Buffer.from(text('x-hmac-signature'), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
