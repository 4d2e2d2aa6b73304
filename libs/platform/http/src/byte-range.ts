import type { Request } from 'express';
import type { DomainErrorClass } from '#libs/platform/errors';

/** What a range is asked of. */
export type RangedFile = {
  /** Its size. */
  bytes: number;
  /** Its strong tag, with the quotes. */
  etag: string;
  /** The error for a range that lies outside of the file. */
  Unsatisfiable: DomainErrorClass;
};

/**
 * The bytes, from `start` to `end` inclusive, that a request asks for; undefined for the whole file, which several parts
 * at once get too (RFC 9110 §14.2 leaves them to the server). Express's own reader takes a tail that is longer than the
 * file for one outside of it.
 * @throws the file's `Unsatisfiable`.
 */
export function requestedRange(
  request: Request,
  { bytes, etag, Unsatisfiable }: RangedFile,
): { start: number; end: number } | undefined {
  // Only GET has ranges (§14.2).
  if (request.method !== 'GET') return undefined;
  const condition = request.get('If-Range');
  // Only a strong tag proves that the reader's part belongs to these bytes (§13.1.5).
  if (condition !== undefined && condition !== etag) return undefined;
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(request.get('Range') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // So many bytes from the end: all of a file that has fewer (§14.1.2).
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (start > end) throw new Unsatisfiable(undefined, { headers: { 'Content-Range': `bytes */${bytes}` } });
  return { start, end };
}
