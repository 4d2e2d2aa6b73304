import { InvalidSettings } from '#libs/platform/config';
import {
  DatabaseUnreachable,
  DatabaseUnusable,
  EmbeddedPostgresError,
  isDatabaseUnavailable,
  MigrationStuck,
  SchemaTooNew,
} from '#libs/platform/database';
import { StorageUnusable } from '#libs/platform/storage';
import { InvalidPriceTable } from '#libs/media/work';

/** Errors whose message says what to do. */
const EXPLAINED = [
  InvalidSettings,
  EmbeddedPostgresError,
  DatabaseUnreachable,
  DatabaseUnusable,
  SchemaTooNew,
  MigrationStuck,
  StorageUnusable,
  InvalidPriceTable,
];

type ListenError = { code?: string; syscall?: string; address?: string; port?: number };

/**
 * Why a process cannot start or continue: a sentence for the operator if the cause is known, else the stack.
 * @param portSetting The setting of the port that the process listens on.
 */
export function explainFailure(error: unknown, portSetting = 'PORT'): string {
  if (EXPLAINED.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isDatabaseUnavailable(error))
    return `The connection to the database was lost: ${(error as Error).message}. Start the service again when the database is reachable.`;
  const failure = (error ?? {}) as ListenError & { stack?: string };
  return explainListen(failure, portSetting) ?? failure.stack ?? String(error);
}

function explainListen(
  { code, syscall, address, port }: ListenError,
  portSetting: string,
): string | undefined {
  if (syscall !== 'listen') return undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop it, or set ${portSetting} to a free port.`;
    case 'EACCES':
      return `This account may not open port ${port}. Set ${portSetting} to a port above 1023, or use an account that may.`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${address}. Set HOST to one of its own addresses, or to 0.0.0.0 for all.`;
    default:
      return undefined;
  }
}
