import type { DomainError } from './domain-error.js';
import { InsufficientStorage, Unavailable } from './platform.errors.js';

/** Of a file system, and of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** A file system or a database that may be read only, or a disk that fails. */
const READ_ONLY = new Set(['EROFS', 'EIO', 'ESTALE', '25006', '58030']);
/** A folder that the account may not write to; without a path they are about something else. */
const FORBIDDEN = new Set(['EACCES', 'EPERM']);
/** How deep libraries wrap what the system said. */
const CAUSES_MAX = 5;

type Failure = { code?: unknown; path?: unknown; cause?: unknown; driverError?: unknown };

/** The reply to an error that says that nothing can be stored just now, wherever it came from; undefined for others. */
export function writeFailure(error: unknown): DomainError | undefined {
  let next = error;
  for (let depth = 0; depth < CAUSES_MAX && typeof next === 'object' && next !== null; depth += 1) {
    if (next instanceof InsufficientStorage || next instanceof Unavailable) return next;
    const { code, path, cause, driverError } = next as Failure;
    if (typeof code === 'string') {
      if (FULL.has(code)) return noRoom(error);
      if (READ_ONLY.has(code) || (FORBIDDEN.has(code) && typeof path === 'string'))
        return new Unavailable('Nothing can be stored just now. Try again later.', {
          cause: error,
          headers: { 'Retry-After': '30' },
        });
    }
    next = driverError ?? cause;
  }
  return undefined;
}

/** The reply when the disk is full, or nearly so. */
export function noRoom(cause?: unknown): DomainError {
  return new InsufficientStorage(undefined, { cause, headers: { 'Retry-After': '60' } });
}
