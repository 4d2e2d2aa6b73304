import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and those above it; nothing happens when it is there. Node's own recursive `mkdir` tries for ever
 * where a file system answers that the parent is missing although it is there, as /proc does.
 * @param mode Of the folders that are made.
 * @throws the system's error of the level that cannot be made.
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
      // Another process may have made it meanwhile.
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
