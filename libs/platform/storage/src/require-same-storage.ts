import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { localFolders } from './local-folders.js';
import type { ObjectStorage } from './object-storage.js';
import { StorageIdRepository } from './storage-id.repository.js';
import type { StorageSettings } from './storage.settings.js';
import { StorageUnusable } from './storage-unusable.error.js';

const KEY = 'storage-id';

/**
 * Checks that the storage has the files of this database: both hold the same id since the first start. Two processes
 * with separate folders would each miss the other's files.
 * @throws StorageUnusable
 */
export async function requireSameStorage(
  databaseUrl: string,
  settings: StorageSettings,
  storage: ObjectStorage,
): Promise<void> {
  await StorageIdRepository.alone(databaseUrl, async (ids) => {
    const known = await ids.find();
    const stored = await readId(storage);
    if (known === undefined) {
      const id = stored ?? uuidv7();
      if (stored === undefined) await storage.put(KEY, Buffer.from(id), 'text/plain');
      await ids.save(id);
    } else if (stored !== known) throw StorageUnusable.another(settings, placeOf(settings), known);
  });
}

async function readId(storage: ObjectStorage): Promise<string | undefined> {
  const isThere = await storage.find(KEY);
  return isThere && (await storage.readBytes(KEY)).toString().trim();
}

function placeOf(settings: StorageSettings): string {
  return settings.driver === 's3' ? KEY : path.join(localFolders(settings).files, KEY);
}
