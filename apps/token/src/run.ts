import { NestFactory } from '@nestjs/core';
import { Environment, readSettings } from '#libs/platform/config';
import { reachEmbeddedPostgres, runMigrations } from '#libs/platform/database';
import { withDatabase } from '#libs/platform/process-database';
import { FirstAdmin } from '#libs/accounts/users';
import { failStart, ServiceModule, SETTINGS } from '../../api/src/service/index.js';

/** Prints a new token of an admin and nothing else, whether the service runs or not. */
async function main(): Promise<void> {
  readSettings(new Environment(process.env), SETTINGS);
  console.log(await withDatabase(process.env, reachEmbeddedPostgres, issueToken));
}

async function issueToken(url: string, queueSchema: string): Promise<string> {
  await runMigrations(url, { queueSchema });
  const env = new Environment({ ...process.env, RUN_JOBS: 'false', DATABASE_URL: url });
  const app = await NestFactory.createApplicationContext(ServiceModule.with(env), {
    logger: ['error', 'fatal'],
  });
  try {
    return await app.get(FirstAdmin).issueAnother();
  } finally {
    await app.close();
  }
}

await main().catch(failStart);
