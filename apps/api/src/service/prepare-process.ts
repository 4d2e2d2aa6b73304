import { setFlagsFromString } from 'node:v8';
import { HttpSettings } from '#libs/platform/http';
import type { ServiceLog } from '#libs/platform/logging';
import { Environment, readSettings } from '#libs/platform/config';
import { DatabaseSettings } from '#libs/platform/database';
import { openProcessDatabase, type ProcessDatabase, type startAhead } from '#libs/platform/process-database';
import { requireSameStorage, requireStorage, StorageSettings } from '#libs/platform/storage';
import { serviceLog } from './create-application.js';
import { SETTINGS } from './settings.js';
import { type StartingServer, answerWhileStarting } from './starting-server.js';

/** How much the JavaScript heap may grow before it is collected again. By default up to four times, and most of that is kept. */
const HEAP_GROWTH_PERCENT = 50;

export type PreparedProcess = ProcessDatabase & {
  log: ServiceLog;
  freePort: () => Promise<void>;
};

/**
 * Prepares everything that a process needs before it is wired: settings, database, file storage. The database comes
 * first, as it decides who may access the folders of both.
 * @param portOf The port that the process will listen on.
 * @param ahead Our own database server, if it is already starting.
 * @throws InvalidSettings, StorageUnusable, and what `openProcessDatabase` throws.
 */
export async function prepareProcess(
  values: NodeJS.ProcessEnv,
  portOf: (env: Environment) => number,
  ahead?: ReturnType<typeof startAhead>,
): Promise<PreparedProcess> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const given = new Environment(values);
  readSettings(given, SETTINGS);
  const log = serviceLog(given);
  let early: StartingServer | undefined;
  const database = await openProcessDatabase(
    values,
    { ahead },
    {
      log: (text, fields) => log.record('info', fields, text),
      onPending: async () => {
        early = await answerWhileStarting(portOf(given), new HttpSettings(given).host);
      },
    },
  );
  const settings = new StorageSettings(given);
  const storage = await requireStorage(settings);
  await requireSameStorage(new DatabaseSettings(database.env).sessionUrl ?? '', settings, storage);
  return { ...database, log, freePort: async () => early?.close() };
}
