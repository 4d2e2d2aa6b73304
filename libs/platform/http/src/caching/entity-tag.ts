const CODED = /^"(.*)-(?:br|gzip|deflate)"$/;

/** A strong tag for the compressed form of the reply with this one: two byte sequences may not share a strong tag. */
export function withCoding(tag: string, coding: string): string {
  return tag.startsWith('"') ? `${tag.slice(0, -1)}-${coding}"` : tag;
}

/** The tag of the plain form. `W/` is dropped, as `If-None-Match` compares weakly (RFC 9110 §13.1.2). */
export function withoutCoding(tag: string): string {
  return tag.replace(/^W\//, '').replace(CODED, '"$1"');
}
