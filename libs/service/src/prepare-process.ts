import { setFlagsFromString } from 'node:v8';
import { Environment, readSettings } from '#libs/platform/config';
import { DatabaseSettings } from '#libs/platform/database';
import { openProcessDatabase, type ProcessDatabase, type startAhead } from '#libs/platform/process-database';
import { requireSameStorage, requireStorage, StorageSettings } from '#libs/platform/storage';
import { SETTINGS } from './settings.js';

/** By how much the heap of scripts may grow before it is collected again: by itself up to four times, and most of that is kept. */
const HEAP_GROWTH_PERCENT = 50;

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
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const given = new Environment(values);
  readSettings(given, SETTINGS);
  const database = await openProcessDatabase(values, { ahead });
  const storage = new StorageSettings(given);
  await requireStorage(storage);
  await requireSameStorage(new DatabaseSettings(database.env).sessionUrl ?? '', storage);
  return database;
}
