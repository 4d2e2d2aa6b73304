import { HttpSettings, PublicAddress } from '#libs/platform/http';
import type { startAhead } from '#libs/platform/process-database';
import { FirstAdmin } from '#libs/accounts/users';
import { failStart, prepareProcess, stopOnSignals } from './service/index.js';
import { createApi } from './create-api.js';
import { startScreen } from './start-screen.js';

/**
 * Answers HTTP, and runs jobs.
 * @param ahead The embedded database server, already starting.
 */
export async function run(ahead: ReturnType<typeof startAhead>): Promise<void> {
  await serve(ahead).catch(failStart);
}

async function serve(ahead: ReturnType<typeof startAhead>): Promise<void> {
  const database = await prepareProcess(process.env, (env) => new HttpSettings(env).port, ahead);
  const { log } = database;
  const app = await createApi(database.env, { log });
  stopOnSignals(app, database);
  const { port, host } = app.get(HttpSettings);
  await app.init();
  const admin = app.get(FirstAdmin);
  // A chosen token may already be in use by callers. A generated one is not printed yet: it would be lost if the port
  // is taken.
  const early = admin.isChosen ? await admin.ensure() : undefined;
  await database.freePort();
  await app.listen(port, host);
  app.get(PublicAddress).listensOn(Number(new URL(await app.getUrl()).port));
  log.announce(...startScreen(app, early ?? (await admin.ensure()), process.env));
}
