import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import { Environment, readSettings } from '#libs/platform/config';
import { reachEmbeddedPostgres, runMigrations } from '#libs/platform/database';
import { StorageSettings } from '#libs/platform/storage';
import { FirstAdmin } from '#libs/users';
import { ApiModule } from '../../api/src/api.module.js';
import { failStart } from '../../api/src/run-process.js';
import { SETTINGS } from '../../api/src/settings.js';

/** Prints a new token of an admin and nothing else, whether the service runs or not. */
async function main(): Promise<void> {
  const given = new Environment(process.env);
  readSettings(given, SETTINGS);
  const known = process.env.DATABASE_URL?.trim();
  const folder = path.resolve(new StorageSettings(given).dataDir, 'postgres');
  const server = known ? undefined : await reachEmbeddedPostgres({ dataDir: folder, database: 'atelier' });
  const url = known ?? server?.url ?? '';
  try {
    console.log(await issueToken(url));
  } finally {
    await server?.stop();
  }
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
