import { v7 as uuidv7 } from 'uuid';
import { withTimeout } from '#libs/platform/runtime';
import { createObjectStorage } from './create-object-storage.js';
import type { ObjectStorage } from './object-storage.js';
import type { StorageSettings } from './storage.settings.js';
import { StorageUnusable } from './storage-unusable.error.js';

/** A server that drops packets would otherwise delay the start for minutes without a message. */
const PATIENCE_MS = 15_000;

/**
 * Stores a file and removes it, so that a wrong setting shows at the start and not in the first task.
 * @throws StorageUnusable
 */
export async function requireStorage(settings: StorageSettings): Promise<ObjectStorage> {
  const storage = await createObjectStorage(settings);
  const key = `start-check/${uuidv7()}`;
  const tried = storage.put(key, Buffer.from('atelier'), 'text/plain').then(() => storage.delete(key));
  try {
    await withTimeout(tried, PATIENCE_MS);
    return storage;
  } catch (error) {
    throw new StorageUnusable(settings, error);
  }
}
