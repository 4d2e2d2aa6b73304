import type { DataSourceOptions } from 'typeorm';
import { beginSession } from './begin-session.js';
import { DatabaseClient } from './database-client.js';
import type { DatabaseSettings } from './database.settings.js';
import { ReadableNamingStrategy } from './naming-strategy.js';
import { NamedStatementClient } from './named-statement-client.js';

/** The one set of options that the service, the command line and the tests share. The schema changes by migration only. */
export function dataSourceOptions(settings: DatabaseSettings): DataSourceOptions {
  return {
    type: 'postgres',
    url: settings.url?.reveal(),
    namingStrategy: new ReadableNamingStrategy(),
    synchronize: false,
    migrationsRun: false,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    poolSize: settings.poolSize,
    applicationName: 'atelier',
    extra: {
      statement_timeout: settings.statementTimeoutMs,
      idle_in_transaction_session_timeout: 60_000,
      connectionTimeoutMillis: 10_000,
      onConnect: beginSession,
      Client: settings.namedStatements ? NamedStatementClient : DatabaseClient,
    },
  };
}
