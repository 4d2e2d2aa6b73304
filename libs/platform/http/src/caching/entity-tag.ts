import type { IncomingMessage } from 'node:http';

const CODED = /^"(.*)-(?:br|gzip|deflate)"$/;

/** A strong tag for the compressed form of the reply with this one: two byte sequences may not share a strong tag. */
export function withCoding(tag: string, coding: string): string {
  return tag.startsWith('"') ? `${tag.slice(0, -1)}-${coding}"` : tag;
}

/** The tag of the plain form. `W/` is dropped, as `If-None-Match` compares weakly (RFC 9110 §13.1.2). */
export function withoutCoding(tag: string): string {
  return tag.replace(/^W\//, '').replace(CODED, '"$1"');
}

/**
 * The tag of a reply as its caller knows it: one who names it in `If-None-Match`, perhaps as that of a compressed form, is
 * shown the same text again. What the request says of caches on the way is dropped, as it is not for us: `fetch()` adds it
 * to every `If-None-Match`, and Express would send the body for it.
 */
export function tagFor({ headers }: IncomingMessage, tag: string): string {
  const known = headers['if-none-match']?.split(',').map((entry) => entry.trim());
  delete headers['cache-control'];
  return known?.find((entry) => withoutCoding(entry) === tag) ?? tag;
}
