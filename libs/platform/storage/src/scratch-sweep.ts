import { readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SCRATCH_PREFIX } from './object-storage.js';
import { StorageSettings } from './storage.settings.js';

/** No job and no upload takes this long: an older folder belongs to a process that was killed. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Removes the working folders that killed processes have left behind; runs at start. */
@Injectable()
export class ScratchSweep implements OnApplicationBootstrap {
  constructor(private readonly settings: StorageSettings) {}

  onApplicationBootstrap(): void {
    // The disk space of a killed process can wait; the start of the service should not.
    void this.sweep().catch(() => undefined);
  }

  /**
   * @param now Milliseconds since 1970.
   * @param temporary The system's folder for temporary files.
   */
  async sweep(now = Date.now(), temporary = os.tmpdir()): Promise<void> {
    await sweepFolder(temporary, now);
    await sweepFolder(path.resolve(this.settings.dataDir, 'scratch'), now);
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
