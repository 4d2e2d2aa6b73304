import { Injectable } from '@nestjs/common';
import { AssetsService, AssetsSettings } from '#libs/media/assets';
import { INPUT_RETENTION_MS, TasksSettings } from '#libs/media/work';
import { NO_TRANSACTION } from '#libs/platform/database';
import { StorageSettings } from '#libs/platform/storage';
import { PictureRoom } from '#libs/registry/pictures';
import { NodeVersionsRepository } from '#libs/registry/versions/store';
import type { DiskSizeResponse, StorageResponse, StoredFilesResponse } from './dto/storage.response.js';
import { type DiskForecast, DiskForecasts } from './overview/disk-forecasts.js';
import { type FileFigures, StorageFiguresRepository } from './storage-figures.repository.js';

const PURPOSES = ['input', 'output', 'upload'] as const;
const TABLES_SHOWN = 10;
const DAY_SECONDS = 86_400;

/** How much is stored, and how much space is left. */
@Injectable()
export class StorageReport {
  constructor(
    private readonly figures: StorageFiguresRepository,
    private readonly assets: AssetsService,
    private readonly versions: NodeVersionsRepository,
    private readonly pictures: PictureRoom,
    private readonly settings: StorageSettings,
    private readonly kept: AssetsSettings,
    private readonly tasks: TasksSettings,
    private readonly disk: DiskForecasts,
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
      { kind: 'picture', ...(await this.pictures.measure()), bytesInDatabase: 0 },
    ]);
  }

  private async withFiles(files: FileFigures[]): Promise<StorageResponse> {
    const { driver, bucket } = this.settings;
    return {
      driver,
      bucket: bucket ?? null,
      files: files.map(({ kind, files: count, bytes, bytesInDatabase }) => ({
        kind,
        files: count,
        bytes,
        bytes_in_database: bytesInDatabase,
        ...this.rulesOf(kind),
      })),
      files_counted_at: (files[0]?.measuredAt ?? new Date(0)).toISOString(),
      database: await this.figures.database(NO_TRANSACTION, TABLES_SHOWN),
      disk: diskOf(await this.disk.read()),
    };
  }

  private rulesOf(kind: string): Pick<StoredFilesResponse, 'kept_seconds' | 'setting' | 'max_bytes'> {
    const rules = { kept_seconds: null, setting: null, max_bytes: null };
    switch (kind) {
      case 'input':
        return { ...rules, kept_seconds: INPUT_RETENTION_MS / 1000 };
      case 'output': {
        const { retentionDays: days } = this.tasks;
        return {
          ...rules,
          kept_seconds: days === 0 ? null : days * DAY_SECONDS,
          setting: 'OUTPUT_RETENTION_DAYS',
        };
      }
      case 'upload':
        return { ...rules, kept_seconds: this.kept.linkSeconds, setting: 'EXPIRES' };
      case 'picture':
        return {
          kept_seconds: this.pictures.keptSeconds,
          setting: 'PICTURE_CACHE_MB',
          max_bytes: this.pictures.bytesMax,
        };
      default:
        return rules;
    }
  }
}

function diskOf(disk: DiskForecast | undefined): DiskSizeResponse | null {
  if (!disk) return null;
  const { total, free, reserve, state, fullAt } = disk;
  return {
    total_bytes: total,
    free_bytes: free,
    reserve_bytes: reserve,
    state,
    full_at: fullAt?.toISOString() ?? null,
  };
}
