import { readFile } from 'node:fs/promises';

export type ProcessUsage = {
  residentBytes: number;
  /** Processor time of all its threads so far. */
  cpuMs: number;
};

/** Linux uses pages of this size on every platform the engine's binaries exist for, and counts time in hundredths of a second. */
const PAGE_BYTES = 4096;
const TICK_MS = 10;
/** Fields of `/proc/PID/stat` after the program's name, which is in brackets. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const RESIDENT_PAGES = 21;

/** @returns Zeros when the system does not report it, or the process has ended. */
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
