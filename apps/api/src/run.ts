import { Environment, readSettings } from '#libs/platform/config';
import { HttpSettings, PublicAddress } from '#libs/platform/http';
import { FirstAdmin } from '#libs/users';
import { createApi } from './create-api.js';
import { openProcessDatabase } from './process-database.js';
import { failStart, stopOnSignals } from './run-process.js';
import { SETTINGS } from './settings.js';
import { startScreen } from './start-screen.js';

async function main(): Promise<void> {
  readSettings(new Environment(process.env), SETTINGS);
  const database = await openProcessDatabase(process.env);
  const app = await createApi(database.env);
  stopOnSignals(app, database);
  const { port, host } = app.get(HttpSettings);
  await app.listen(port, host);
  app.get(PublicAddress).listensOn(Number(new URL(await app.getUrl()).port));
  console.log(await startScreen(app, await app.get(FirstAdmin).ensure()));
}

await main().catch(failStart);
