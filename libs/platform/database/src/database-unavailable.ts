import pg from 'pg';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';

/** The connection is lost, refused, ended by the server, or leads to a standby; https://www.postgresql.org/docs/current/errcodes-appendix.html */
const LOST = /^(?:08...|57P0[1-3]|53300|25006)$/;
const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** What the driver says without a code. */
const DRIVER_MESSAGE =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|timeout exceeded when trying to connect)/;

/** Whether a statement failed because the database could not be reached or ended the connection, and not for what it said. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError
  )
    return true;
  const reason: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (reason instanceof pg.DatabaseError) return LOST.test(reason.code ?? '');
  if (!(reason instanceof Error)) return false;
  const { code, syscall } = reason as NodeJS.ErrnoException;
  if (code === undefined) return DRIVER_MESSAGE.test(reason.message);
  return UNREACHABLE.has(code) && (error instanceof QueryFailedError || isOfConnecting(reason, syscall));
}

/** A name with several addresses fails with all their errors at once. */
function isOfConnecting(reason: Error, syscall: string | undefined): boolean {
  if (reason instanceof AggregateError)
    return reason.errors.every((each) => (each as NodeJS.ErrnoException).syscall === 'connect');
  return syscall === 'connect' || syscall === 'getaddrinfo' || syscall === 'write' || syscall === 'read';
}
