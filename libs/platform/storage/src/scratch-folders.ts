import { mkdtemp, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '#libs/platform/runtime';

/** Prefix of working folders, by which the sweep recognises them. */
export const SCRATCH_PREFIX = 'atelier-scratch-';
const TOUCH_EVERY_MS = 60_000;

/**
 * Working folders of this process. The modification time of one in use is renewed each minute: an old one belongs to
 * a process that was killed.
 */
export class ScratchFolders {
  private readonly inUse = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly parent: string,
    private readonly touchEveryMs = TOUCH_EVERY_MS,
  ) {}

  /** Gives `work` a new folder, which is removed when the work ends, however it ends. */
  async use<T>(work: (folder: string) => Promise<T>): Promise<T> {
    return this.useLazily(async (folder) => work(await folder()));
  }

  /** Like `use`, but the folder is created on first use. */
  async useLazily<T>(work: (folder: () => Promise<string>) => Promise<T>): Promise<T> {
    let made: Promise<string> | undefined;
    try {
      return await work(() => (made ??= this.make()));
    } finally {
      const folder = await made?.catch(() => undefined);
      if (folder !== undefined) {
        this.giveBack(folder);
        await rm(folder, { recursive: true, force: true });
      }
    }
  }

  private async make(): Promise<string> {
    await makeFolder(this.parent, 0o700);
    const folder = await mkdtemp(path.join(this.parent, SCRATCH_PREFIX));
    this.inUse.add(folder);
    this.timer ??= setInterval(() => void this.touch(), this.touchEveryMs).unref();
    return folder;
  }

  private giveBack(folder: string): void {
    this.inUse.delete(folder);
    if (this.inUse.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async touch(): Promise<void> {
    const now = new Date();
    // A folder may have just been removed.
    for (const folder of this.inUse) await utimes(folder, now, now).catch(() => undefined);
  }
}
