import { readFile } from 'node:fs/promises';

/** What a process takes of the machine. */
export type ProcessUsage = {
  residentBytes: number;
  /** Processor time that all of its threads have got so far. */
  cpuMs: number;
};

/** Linux counts memory in pages of this size on every platform the engine's binaries exist for, and time in hundredths. */
const PAGE_BYTES = 4096;
const TICK_MS = 10;
/** Places in the line of `/proc/PID/stat`, after the name of the program, which is in brackets. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const RESIDENT_PAGES = 21;

/** @returns Zeros where the system does not report it, or the process is gone. */
export async function usageOf(pid: number | undefined): Promise<ProcessUsage> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'latin1');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const at = (place: number): number => Number(fields[place]);
    return {
      residentBytes: at(RESIDENT_PAGES) * PAGE_BYTES,
      cpuMs: (at(USER_TICKS) + at(SYSTEM_TICKS)) * TICK_MS,
    };
  } catch {
    return { residentBytes: 0, cpuMs: 0 };
  }
}
