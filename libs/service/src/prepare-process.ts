import { Environment, readSettings } from '#libs/platform/config';
import { openProcessDatabase, type ProcessDatabase, type startAhead } from '#libs/platform/process-database';
import { requireStorage, StorageSettings } from '#libs/platform/storage';
import { SETTINGS } from './settings.js';

/**
 * Makes sure of all that a process needs before it is wired: settings, database, file storage. The database comes first, as
 * it decides who may enter the folders that both are in.
 * @param ahead The server of our own, where it starts already.
 * @throws InvalidSettings, StorageUnusable, and what `openProcessDatabase` throws.
 */
export async function prepareProcess(
  values: NodeJS.ProcessEnv,
  ahead?: ReturnType<typeof startAhead>,
): Promise<ProcessDatabase> {
  const given = new Environment(values);
  readSettings(given, SETTINGS);
  const database = await openProcessDatabase(values, { ahead });
  await requireStorage(new StorageSettings(given));
  return database;
}
