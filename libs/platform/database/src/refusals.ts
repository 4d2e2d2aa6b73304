import pg from 'pg';
import { QueryFailedError } from 'typeorm';

/** PostgreSQL error codes, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
/** What PostgreSQL 18 answers for a key with `on delete restrict`, where earlier ones answer 23503. */
const RESTRICT_VIOLATION = '23001';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const IN_FAILED_TRANSACTION = '25P02';

function violates(error: unknown, code: string, constraint?: string): boolean {
  const refusal: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!(refusal instanceof pg.DatabaseError)) return false;
  return refusal.code === code && (constraint === undefined || refusal.constraint === constraint);
}

/** Whether the database ended the transaction only because of others beside it. */
export function isConflict(error: unknown): boolean {
  return violates(error, SERIALIZATION_FAILURE) || violates(error, DEADLOCK_DETECTED);
}

/** Whether a statement was given up because it took, or waited for a lock, longer than allowed. */
export function isTimeout(error: unknown): boolean {
  return violates(error, LOCK_NOT_AVAILABLE) || violates(error, QUERY_CANCELED);
}

/** Whether the database refused a row because `constraint` (or any unique one) already holds its value. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, UNIQUE_VIOLATION, constraint);
}

/** Whether the database refused a change because a row points at one that is absent, or is pointed at. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return (
    violates(error, FOREIGN_KEY_VIOLATION, constraint) || violates(error, RESTRICT_VIOLATION, constraint)
  );
}

/** The `detail` that a trigger of ours gave with its own `code`; undefined for any other error. */
export function refusalDetail(error: unknown, code: string): string | undefined {
  const refusal: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return refusal instanceof pg.DatabaseError && refusal.code === code ? (refusal.detail ?? '') : undefined;
}

/** Whether a statement failed only because one before it in the transaction did. */
export function isAfterFailure(error: unknown): boolean {
  return violates(error, IN_FAILED_TRANSACTION);
}
