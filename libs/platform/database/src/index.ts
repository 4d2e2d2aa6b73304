export { allStatements } from './all-statements.js';
export { dataSourceOptions } from './data-source-options.js';
export {
  columnName,
  columnsJson,
  columnValues,
  insertInto,
  propertiesOf,
  propertyName,
} from './column-names.js';
export { RESTORED_SCHEMA } from './baseline/former-migrations.js';
export { formerTableNames, presentColumnName } from './baseline/former-tables.js';
export { connectAtStart } from './connect-at-start.js';
export { connectionPool } from './connection-pool.js';
export { DatabaseClient, type DatabaseClientConfig } from './database-client.js';
export { writableServer } from './database-servers.js';
export { DatabaseModule } from './database.module.js';
export { isDatabaseUnavailable } from './database-unavailable.js';
export { DatabaseUnreachable } from './database-unreachable.error.js';
export { DatabaseNotifications } from './database-notifications.js';
export { DatabaseSettings } from './database.settings.js';
export { Conditions } from './conditions.js';
export { beginningWith, containing } from './like-pattern.js';
export { lowestIdAt, timeOfId } from './time-of-id.js';
export { DatabaseUnusable } from './database-unusable.error.js';
export { requireOwnSessions } from './own-sessions.repository.js';
export { type MigrationOptions, requireSchema, runMigrations } from './migrate.js';
export type { MigrationLog } from './schema/migration-progress.js';
export { MigrationStuck, SchemaTooNew } from './schema/schema.errors.js';
export { NamedStatementClient, PLANNED_FOR_VALUES } from './named-statement-client.js';
export { Repository } from './repository.js';
export { isStorableText, storableText } from './storable-text.js';
export { BASELINE } from './schema/schema-version.js';
export { SchemaWatch } from './schema/schema-watch.js';
export { NO_TRANSACTION, type StatementScope, TransactionScope } from './statement-scope.js';
export { type TransactionOptions, TransactionRunner } from './transaction-runner.js';
export { SharedRounds } from './shared-rounds.js';
export { isForeignKeyViolation, isTimeout, isUniqueViolation, refusalDetail } from './refusals.js';
export * from './embedded/index.js';
