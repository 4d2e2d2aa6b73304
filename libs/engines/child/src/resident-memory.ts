import { readFile } from 'node:fs/promises';

/** Linux counts memory in pages of this size on every platform the engine's binaries exist for. */
const PAGE_BYTES = 4096;

/** Resident memory of another process in bytes; 0 where the system does not report it or the process is gone. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
