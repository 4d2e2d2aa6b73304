import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { NO_TRANSACTION } from '#libs/platform/database';
import { DiskRoom, StorageSettings } from '#libs/platform/storage';
import { NodeVersionsRepository } from '#libs/registry/versions/store';
import type { StorageResponse } from './dto/storage.response.js';
import { type FileFigures, StorageFiguresRepository } from './storage-figures.repository.js';

const PURPOSES = ['input', 'output', 'upload'] as const;
const TABLES_SHOWN = 10;

/** How much is stored, and how much space is left. */
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
  async read(): Promise<StorageResponse> {
    const files = await this.figures.find(NO_TRANSACTION);
    if (files.length === 0) return this.measure();
    return this.withFiles(files);
  }

  async measure(): Promise<StorageResponse> {
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

  private async withFiles(files: FileFigures[]): Promise<StorageResponse> {
    const { driver, bucket } = this.settings;
    const space = await this.room.space();
    return {
      driver,
      bucket: bucket ?? null,
      files: files.map(({ kind, files: count, bytes, bytesInDatabase }) => ({
        kind,
        files: count,
        bytes,
        bytes_in_database: bytesInDatabase,
      })),
      files_counted_at: (files[0]?.measuredAt ?? new Date(0)).toISOString(),
      database: await this.figures.database(NO_TRANSACTION, TABLES_SHOWN),
      disk:
        'total' in space
          ? {
              total_bytes: space.total,
              free_bytes: space.free,
              reserve_bytes: driver === 'disk' ? this.room.reserve(space.total) : 0,
            }
          : null,
    };
  }
}
