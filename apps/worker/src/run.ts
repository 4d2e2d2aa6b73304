import { NestFactory } from '@nestjs/core';
import { Environment, InvalidSettings, readSettings } from '#libs/platform/config';
import { ApiModule } from '../../api/src/api.module.js';
import { openProcessDatabase } from '../../api/src/process-database.js';
import { failStart, stopOnSignals } from '../../api/src/run-process.js';
import { SETTINGS } from '../../api/src/settings.js';

/** Runs jobs and answers no requests. Any number of these may share one database with any number of API processes. */
async function main(): Promise<void> {
  if (!process.env.DATABASE_URL) {
    throw new InvalidSettings([
      'DATABASE_URL must be set: a worker shares the database of the API processes',
    ]);
  }
  readSettings(new Environment(process.env), SETTINGS);
  const database = await openProcessDatabase({ ...process.env, RUN_JOBS: 'true' });
  const app = await NestFactory.createApplicationContext(ApiModule.with(database.env), { bufferLogs: true });
  stopOnSignals(app, database);
}

await main().catch(failStart);
