import { NestFactory } from '@nestjs/core';
import { Environment, readSettings } from '#libs/platform/config';
import { reachEmbeddedPostgres, runMigrations } from '#libs/platform/database';
import { FirstAdmin } from '#libs/users';
import { ApiModule } from '../../api/src/api.module.js';
import { withDatabase } from '../../api/src/process-database.js';
import { failStart } from '../../api/src/run-process.js';
import { SETTINGS } from '../../api/src/settings.js';

/** Prints a new token of an admin and nothing else, whether the service runs or not. */
async function main(): Promise<void> {
  readSettings(new Environment(process.env), SETTINGS);
  console.log(await withDatabase(process.env, reachEmbeddedPostgres, issueToken));
}

async function issueToken(url: string): Promise<string> {
  await runMigrations(url);
  const env = new Environment({ ...process.env, RUN_JOBS: 'false', DATABASE_URL: url });
  const app = await NestFactory.createApplicationContext(ApiModule.with(env), { logger: ['error', 'fatal'] });
  try {
    return await app.get(FirstAdmin).issueAnother();
  } finally {
    await app.close();
  }
}

await main().catch(failStart);
