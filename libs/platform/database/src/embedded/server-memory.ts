import os from 'node:os';

const MIB = 2 ** 20;
const SMALLEST_BUFFERS_MB = 128;
const LARGEST_BUFFERS_MB = 4_096;

/** The memory of the machine, or of the container that the process runs in. */
export function memoryBytes(): number {
  return Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
}

/**
 * What the server may keep of its tables in memory, in MiB: a quarter of all, as PostgreSQL's manual advises, within
 * bounds. A page takes memory only once it holds data.
 */
export function sharedBuffersMb(bytes: number): number {
  return Math.round(Math.min(LARGEST_BUFFERS_MB, Math.max(SMALLEST_BUFFERS_MB, bytes / 4 / MIB)));
}
