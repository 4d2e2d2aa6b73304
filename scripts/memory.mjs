// How much unused memory the service keeps.
//
// While modules load, Node lets the heap of young objects grow to 60 MB, and keeps it. Half of YOUNG_MB serves 4 % fewer requests a
// second; twice as much takes 20 MB more at rest.
//
// By default the C library keeps much of the freed memory: a pool per thread, and blocks of megabytes among small ones. With these
// settings large blocks are returned to the system at once. It reads them when a process starts, so they must be set before.

/** Limit of each of the three spaces between which young objects move. */
const YOUNG_MB = 8;

export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
  NODE_OPTIONS: `--max-semi-space-size=${YOUNG_MB}`,
};

/**
 * Continues as the same process with these settings if Node can do that; otherwise sets them for the processes that this one
 * starts. An operator's settings win.
 * @param {string} node The Node to continue as.
 * @param {readonly string[]} parameters Its script and arguments.
 */
export function giveMemoryBack(node = process.execPath, parameters = process.argv.slice(1)) {
  if (process.platform !== 'linux' || 'MALLOC_ARENA_MAX' in process.env) return;
  const { NODE_OPTIONS = '' } = process.env;
  Object.assign(process.env, MEMORY_SETTINGS);
  process.env.NODE_OPTIONS = `${MEMORY_SETTINGS.NODE_OPTIONS} ${NODE_OPTIONS}`.trim();
  // A channel to the parent would be lost.
  if (!process.connected) process.execve?.(node, [node, ...process.execArgv, ...parameters]);
}
