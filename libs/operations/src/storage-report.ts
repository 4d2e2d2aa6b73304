import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { DiskRoom, StorageSettings } from '#libs/platform/storage';
import {
  type DatabaseFigures,
  type FileFigures,
  StorageFiguresRepository,
} from './storage-figures.repository.js';

const TABLES_SHOWN = 10;

/** How much there is, and for how much more there is room. */
export type StorageState = {
  driver: StorageSettings['driver'];
  bucket: string | null;
  files: FileFigures[];
  database: DatabaseFigures;
  /** Of DATA_DIR; null where the system does not report it. */
  disk: { totalBytes: number; freeBytes: number; reserveBytes: number } | null;
};

/** The storage of files, the database and the disk. */
@Injectable()
export class StorageReport {
  constructor(
    private readonly figures: StorageFiguresRepository,
    private readonly settings: StorageSettings,
    private readonly room: DiskRoom,
  ) {}

  /** With the files as they were last counted; the first time they are counted now. */
  async read(): Promise<StorageState> {
    const files = await this.figures.find(NO_TRANSACTION);
    return this.withFiles(files.length > 0 ? files : await this.count());
  }

  /** With the files as they are now. */
  async measure(): Promise<StorageState> {
    return this.withFiles(await this.count());
  }

  private async count(): Promise<FileFigures[]> {
    await this.figures.measure(NO_TRANSACTION);
    return this.figures.find(NO_TRANSACTION);
  }

  private async withFiles(files: FileFigures[]): Promise<StorageState> {
    const { driver, bucket } = this.settings;
    const space = await this.room.space();
    return {
      driver,
      bucket: bucket ?? null,
      files,
      database: await this.figures.database(NO_TRANSACTION, TABLES_SHOWN),
      disk:
        'total' in space
          ? {
              totalBytes: space.total,
              freeBytes: space.free,
              reserveBytes: driver === 'disk' ? this.room.reserve(space.total) : 0,
            }
          : null,
    };
  }
}
