import { readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { localFolders } from './local-folders.js';
import { SCRATCH_PREFIX } from './scratch-folders.js';
import { StorageSettings } from './storage.settings.js';

/** A live process renews the time of its folders each minute; the rest is room for clocks that disagree. */
const ABANDONED_MS = 15 * 60 * 1000;

/** Removes the working folders that killed processes have left; runs at start, and every quarter of an hour. */
@Injectable()
export class ScratchSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly settings: StorageSettings) {}

  onApplicationBootstrap(): void {
    // The disk space of a killed process can wait; the start of the service should not.
    void this.sweep().catch(() => undefined);
    this.timer = setInterval(() => void this.sweep().catch(() => undefined), ABANDONED_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /**
   * @param now Milliseconds since 1970.
   * @param temporary The system's folder for temporary files.
   */
  async sweep(now = Date.now(), temporary = os.tmpdir()): Promise<void> {
    await sweepFolder(temporary, now);
    const { scratch, incoming } = localFolders(this.settings);
    await sweepFolder(scratch, now);
    await sweepFolder(incoming, now);
  }
}

async function sweepFolder(parent: string, now: number): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const entry of names.filter((name) => name.startsWith(SCRATCH_PREFIX))) {
    const folder = path.join(parent, entry);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
}
