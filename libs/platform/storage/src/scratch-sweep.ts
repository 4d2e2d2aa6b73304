import { readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { localFolders } from './local-folders.js';
import { SCRATCH_PREFIX } from './scratch-folders.js';
import { StorageSettings } from './storage.settings.js';

/** A live process renews its folders each minute; the rest allows for clock differences. */
const ABANDONED_MS = 15 * 60 * 1000;

/** Removes working folders of killed processes, at start and every quarter of an hour. */
@Injectable()
export class ScratchSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly settings: StorageSettings) {}

  onApplicationBootstrap(): void {
    // In the background, so that it does not delay the start.
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
