import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and its parents; no-op when it exists. Node's own recursive `mkdir` loops for ever if a file
 * system reports an existing parent as missing, as /proc does.
 * @param mode Mode of the created folders.
 * @throws the system's error for the level that cannot be created.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const missing: string[] = [];
  let level = path.resolve(folder);
  while (!(await isThere(level))) {
    missing.push(level);
    if (level === path.dirname(level)) break;
    level = path.dirname(level);
  }
  for (const next of missing.reverse()) {
    await mkdir(next, mode).catch(async (error: unknown) => {
      // Another process may have created it meanwhile.
      if (!(await isThere(next))) throw error;
    });
  }
}

async function isThere(name: string): Promise<boolean> {
  return stat(name).then(
    () => true,
    () => false,
  );
}
