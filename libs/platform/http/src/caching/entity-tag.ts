import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';

const CODED = /^"(.*)-(?:br|gzip|deflate)"$/;

/** A strong tag for the compressed form of the reply with this one: two byte sequences may not share a strong tag. */
export function withCoding(tag: string, coding: string): string {
  return tag.startsWith('"') ? `${tag.slice(0, -1)}-${coding}"` : tag;
}

/** The tag of the plain form. `W/` is dropped, as `If-None-Match` compares weakly (RFC 9110 §13.1.2). */
export function withoutCoding(tag: string): string {
  return tag.replace(/^W\//, '').replace(CODED, '"$1"');
}

/** A strong tag for a reply of this text. */
export function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** Answers with a body that is the same for all, or with 304 to a caller who has it. */
export function sendTagged(request: Request, response: Response, body: object): void {
  const text = JSON.stringify(body);
  response.set({ 'Cache-Control': 'no-cache', ETag: tagFor(request, tagOf(text)) });
  response.type('application/json').send(text);
}

/**
 * The tag of a reply as its caller knows it: one who names it in `If-None-Match`, perhaps as that of a compressed form, is
 * shown the same text again.
 */
export function tagFor({ headers }: IncomingMessage, tag: string): string {
  const known = headers['if-none-match']?.split(',').map((entry) => entry.trim());
  return known?.find((entry) => withoutCoding(entry) === tag) ?? tag;
}
