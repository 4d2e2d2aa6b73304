import type { DomainError } from './domain-error.js';
import { InsufficientStorage, Unavailable } from './platform.errors.js';

/** Codes of a file system, and of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** A read-only file system or database, or a failing disk. */
const READ_ONLY = new Set(['EROFS', 'EIO', 'ESTALE', '25006', '58030']);
/** A folder that the account may not write to. Without a path these codes mean something else. */
const FORBIDDEN = new Set(['EACCES', 'EPERM']);
/** A table, column, function or schema does not exist: another version has changed the database. */
const UNDEFINED = new Set(['42P01', '42703', '42883', '3F000']);
/** How deep libraries nest the system's error. */
const CAUSES_MAX = 5;

type Failure = { code?: unknown; path?: unknown; cause?: unknown; driverError?: unknown };

/** The reply to an error that means that nothing can be read or stored at the moment; undefined for other errors. */
export function writeFailure(error: unknown): DomainError | undefined {
  for (const next of withCauses(error)) {
    if (next instanceof InsufficientStorage || next instanceof Unavailable) return next;
    const { code, path } = next;
    if (typeof code !== 'string') continue;
    if (FULL.has(code)) return noRoom(error);
    if (UNDEFINED.has(code)) return unavailable(undefined, error, '5');
    if (READ_ONLY.has(code) || (FORBIDDEN.has(code) && typeof path === 'string'))
      return unavailable('Nothing can be stored at the moment. Try again later.', error, '30');
  }
  return undefined;
}

/** Whether a statement named something that the database does not have. */
export function isUndefinedInDatabase(error: unknown): boolean {
  return withCauses(error).some(({ code }) => typeof code === 'string' && UNDEFINED.has(code));
}

function withCauses(error: unknown): Failure[] {
  const found: Failure[] = [];
  let next = error;
  while (found.length < CAUSES_MAX && typeof next === 'object' && next !== null) {
    const failure: Failure = next;
    found.push(failure);
    next = failure.driverError ?? failure.cause;
  }
  return found;
}

function unavailable(message: string | undefined, cause: unknown, retryAfter: string): DomainError {
  return new Unavailable(message, { cause, headers: { 'Retry-After': retryAfter } });
}

/** The reply when the disk is full, or nearly full. */
export function noRoom(cause?: unknown): DomainError {
  return new InsufficientStorage(undefined, { cause, headers: { 'Retry-After': '60' } });
}
