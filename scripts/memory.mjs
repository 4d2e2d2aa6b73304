// How much memory the service keeps that it does not use at the moment.
//
// Node lets the part of its heap for young objects grow to 60 MB while modules load, and keeps it: half of YOUNG_MB serves 4 %
// fewer requests a second, its double takes 20 MB more at rest.
//
// How the C library keeps memory that the service has given back. By itself it keeps much of it: a pool per thread, and blocks
// of megabytes among small ones. With these settings large blocks go back to the system at once. It reads them when a
// process starts, so they have to be there before.

/** The most that one of the three spaces takes which young objects move between. */
const YOUNG_MB = 8;

export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
  NODE_OPTIONS: `--max-semi-space-size=${YOUNG_MB}`,
};

/**
 * Goes on as the same process with these settings where Node can do that, and leaves them to the processes that this one
 * starts where not. An operator's own settings win.
 * @param {string} node The Node to go on as.
 * @param {readonly string[]} parameters Its script, and what follows.
 */
export function giveMemoryBack(node = process.execPath, parameters = process.argv.slice(1)) {
  if (process.platform !== 'linux' || 'MALLOC_ARENA_MAX' in process.env) return;
  const { NODE_OPTIONS = '' } = process.env;
  Object.assign(process.env, MEMORY_SETTINGS);
  process.env.NODE_OPTIONS = `${MEMORY_SETTINGS.NODE_OPTIONS} ${NODE_OPTIONS}`.trim();
  // A channel to the parent would be lost.
  if (!process.connected) process.execve?.(node, [node, ...process.execArgv, ...parameters]);
}
