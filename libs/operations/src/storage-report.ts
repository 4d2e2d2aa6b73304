import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { NO_TRANSACTION } from '#libs/platform/database';
import { DiskRoom, StorageSettings } from '#libs/platform/storage';
import { NodeVersionsRepository } from '#libs/registry/versions/store';
import {
  type DatabaseFigures,
  type FileFigures,
  StorageFiguresRepository,
} from './storage-figures.repository.js';

const PURPOSES = ['input', 'output', 'upload'] as const;
const TABLES_SHOWN = 10;

/** How much is stored, and how much space is left. */
export type StorageState = {
  driver: StorageSettings['driver'];
  bucket: string | null;
  files: FileFigures[];
  database: DatabaseFigures;
  /** The disk of DATA_DIR; null if the system does not report it. */
  disk: { totalBytes: number; freeBytes: number; reserveBytes: number } | null;
};

@Injectable()
export class StorageReport {
  constructor(
    private readonly figures: StorageFiguresRepository,
    private readonly assets: AssetsService,
    private readonly versions: NodeVersionsRepository,
    private readonly settings: StorageSettings,
    private readonly room: DiskRoom,
  ) {}

  /** With the files as last counted; counts them the first time. */
  async read(): Promise<StorageState> {
    const files = await this.figures.find(NO_TRANSACTION);
    if (files.length === 0) return this.measure();
    return this.withFiles(files);
  }

  /** With the files counted now. */
  async measure(): Promise<StorageState> {
    await this.count();
    return this.withFiles(await this.figures.find(NO_TRANSACTION));
  }

  async count(): Promise<void> {
    const counted = new Map((await this.assets.measure()).map((figures) => [figures.purpose, figures]));
    const archives = await this.versions.measureArchives(NO_TRANSACTION);
    await this.figures.store(NO_TRANSACTION, [
      ...PURPOSES.map((kind) => {
        const { files = 0, bytes = 0, bytesInRow = 0 } = counted.get(kind) ?? {};
        return { kind, files, bytes, bytesInDatabase: bytesInRow };
      }),
      { kind: 'archive', ...archives, bytesInDatabase: 0 },
    ]);
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
