import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { Environment } from '#libs/platform/config';
import { DatabaseSettings, dataSourceOptions } from '#libs/platform/database';

/** The data source of the TypeORM command line; run it on the built file. */
export default new DataSource({
  ...dataSourceOptions(new DatabaseSettings(new Environment(process.env))),
  entities: [`${import.meta.dirname}/libs/**/*.entity.js`],
  migrations: [`${import.meta.dirname}/libs/platform/database/src/migrations/*.js`],
  migrationsTransactionMode: 'each',
});
