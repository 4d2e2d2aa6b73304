import type { DataSourceOptions } from 'typeorm';
import { DatabaseClient } from './database-client.js';
import { serversOf } from './database-servers.js';
import type { DatabaseSettings } from './database.settings.js';
import { ReadableNamingStrategy } from './naming-strategy.js';
import { NamedStatementClient } from './named-statement-client.js';

/** The one set of options that the service, the command line and the tests share. The schema changes by migration only. */
export function dataSourceOptions(settings: DatabaseSettings): DataSourceOptions {
  const url = settings.url?.reveal();
  const isShared = settings.directUrl !== undefined;
  return {
    type: 'postgres',
    url: url && serversOf(url)[0],
    namingStrategy: new ReadableNamingStrategy(),
    synchronize: false,
    migrationsRun: false,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    poolSize: settings.poolSize,
    applicationName: 'atelier',
    extra: {
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      session: isShared ? {} : settings.session,
      Client: settings.namedStatements && !isShared ? NamedStatementClient : DatabaseClient,
    },
  };
}
