// How the C library keeps memory that the service has given back. By itself it keeps much of it: a pool per thread, and blocks
// of megabytes among small ones. With these settings large blocks go back to the system at once. It reads them when a
// process starts, so they have to be there before.
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/**
 * Goes on as the same process with these settings where Node can do that, and leaves them to the processes that this one
 * starts where not. An operator's own settings win.
 */
export function giveMemoryBack() {
  if (process.platform !== 'linux' || 'MALLOC_ARENA_MAX' in process.env) return;
  Object.assign(process.env, MEMORY_SETTINGS);
  // A channel to the parent would be lost.
  if (!process.connected)
    process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
}
