import { QueryFailedError } from 'typeorm';

/** PostgreSQL error codes, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
/** What PostgreSQL 18 answers for a key with `on delete restrict`, where earlier ones answer 23503. */
const RESTRICT_VIOLATION = '23001';

type DriverError = { code?: string; constraint?: string };

function violates(error: unknown, code: string, constraint?: string): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const driver: DriverError = error.driverError;
  return driver.code === code && (constraint === undefined || driver.constraint === constraint);
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
