import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { getMetadataArgsStorage } from 'typeorm';
import { dataSourceOptions } from './data-source-options.js';
import { DatabaseNotifications } from './database-notifications.js';
import { DatabaseSettings } from './database.settings.js';
import { SchemaRepository } from './schema/schema.repository.js';
import { SchemaWatch } from './schema/schema-watch.js';
import { TransactionRunner } from './transaction-runner.js';

@Module({ providers: [DatabaseSettings], exports: [DatabaseSettings] })
class DatabaseSettingsModule {}

/** The data source, transactions, notifications and the watch over the schema. Global, as every module keeps rows. */
@Global()
@Module({
  imports: [
    DatabaseSettingsModule,
    TypeOrmModule.forRootAsync({
      imports: [DatabaseSettingsModule],
      inject: [DatabaseSettings],
      useFactory: (settings: DatabaseSettings) => ({
        ...dataSourceOptions(settings),
        // Those of all modules that are loaded; the repositories ask for no other.
        entities: getMetadataArgsStorage().tables.map(({ target }) => target),
        retryAttempts: 5,
        retryDelay: 1_000,
      }),
    }),
  ],
  providers: [TransactionRunner, DatabaseNotifications, SchemaRepository, SchemaWatch],
  exports: [TransactionRunner, DatabaseNotifications, SchemaWatch, DatabaseSettingsModule, TypeOrmModule],
})
export class DatabaseModule {}
