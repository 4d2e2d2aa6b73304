import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { StorageSettings } from '#libs/platform/storage';

/** The disk on which `DATA_DIR` is. */
@Injectable()
export class DiskSpace {
  constructor(private readonly settings: StorageSettings) {}

  /** Bytes; nothing where the system does not report them. */
  async read(): Promise<{ total: number; free: number } | Record<string, never>> {
    try {
      const { bsize, blocks, bavail } = await statfs(this.settings.dataDir);
      return { total: bsize * blocks, free: bsize * bavail };
    } catch {
      return {};
    }
  }
}
