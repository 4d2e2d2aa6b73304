import type { Request } from 'express';

/**
 * The bytes, from `start` to `end` inclusive, that a request for a file of `size` bytes asks for; undefined for the whole
 * file, which several parts at once get too (RFC 9110 §14.2 leaves them to the server).
 */
export function requestedRange(
  request: Request,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  // Only GET has ranges (§14.2).
  if (request.method !== 'GET') return undefined;
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(request.get('Range') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // So many bytes from the end: all of a file that has fewer (§14.1.2).
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
