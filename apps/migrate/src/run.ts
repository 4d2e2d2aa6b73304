import { Environment, readSettings } from '#libs/platform/config';
import { reachEmbeddedPostgres, runMigrations } from '#libs/platform/database';
import { withDatabase } from '#libs/platform/process-database';
import { failStart, SETTINGS } from '../../api/src/service/index.js';

/** Brings the schema up to date and exits, for operators who migrate before they roll out new processes. */
async function main(): Promise<void> {
  readSettings(new Environment(process.env), SETTINGS);
  const ran = await withDatabase(process.env, reachEmbeddedPostgres, (url, queueSchema) =>
    runMigrations(url, { queueSchema }),
  );
  console.log(ran.length === 0 ? 'The schema is up to date: nothing to do.' : `Ran ${ran.join(', ')}.`);
}

await main().catch(failStart);
