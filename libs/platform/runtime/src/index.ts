import { fileURLToPath } from 'node:url';

export { Bell } from './bell.js';
export { makeFolder } from './make-folder.js';
export { asTransaction, refuseInTransaction } from './open-transaction.js';
export { OwnRounds } from './own-rounds.js';
export { requireNode } from './require-node.js';
export { Rounds } from './rounds.js';
export { withTimeout } from './with-timeout.js';

/**
 * By how much work in the background steps back behind the thread that answers requests (POSIX nice; of threads where the system
 * knows it). Beside a busy program of others it still gets a third of that program's share; the lowest priority gets a seventieth.
 */
export const BACKGROUND_NICENESS = 5;

/**
 * Resolves a file that another process or thread must load, such as a worker, to its compiled form.
 *
 * A worker thread or a child process has no test transform, so it can only load JavaScript from `dist/`.
 * When the calling module itself runs compiled, the neighbour is returned as it is.
 *
 * @param moduleUrl `import.meta.url` of the calling module.
 * @param relativePath The neighbour's path as written in an import, ending in `.js`.
 * @returns An absolute path below `dist/`.
 */
export function compiledFile(moduleUrl: string, relativePath: string): string {
  const target = fileURLToPath(new URL(relativePath, moduleUrl));
  if (!fileURLToPath(moduleUrl).endsWith('.ts')) return target;
  return target.replace(/\/(libs|apps)\/(?!.*\/(?:libs|apps)\/)/, '/dist/$1/');
}
