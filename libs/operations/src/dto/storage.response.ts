import { ApiProperty } from '@nestjs/swagger';
import type { FileFigures, TableFigures } from '../storage-figures.repository.js';
import type { StorageState } from '../storage-report.js';

const FILE_KINDS = ['input', 'output', 'upload', 'archive'] as const;

/** Files of one kind. */
export class StoredFilesResponse {
  @ApiProperty({
    description: '`input` and `output` of tasks, `upload` of callers, `archive` of a version.',
    enum: FILE_KINDS,
  })
  kind!: string;

  @ApiProperty({ description: 'Files.', type: 'integer', example: 12 })
  files!: number;

  @ApiProperty({ description: 'Their bytes.', type: 'integer', example: 1_048_576 })
  bytes!: number;

  @ApiProperty({
    description: 'Those of the bytes that are in the database, as files of at most 16 KiB are.',
    type: 'integer',
    example: 4_096,
  })
  bytes_in_database!: number;

  static from({ kind, files, bytes, bytesInDatabase }: FileFigures): StoredFilesResponse {
    return { kind, files, bytes, bytes_in_database: bytesInDatabase };
  }
}

/** A table of the database. */
export class TableSizeResponse {
  @ApiProperty({ description: 'Name of the table.', example: 'tasks' })
  name!: string;

  @ApiProperty({ description: 'Its rows, as the database estimates them.', type: 'integer', example: 1_000 })
  rows!: number;

  @ApiProperty({ description: 'Its bytes, indexes included.', type: 'integer', example: 1_048_576 })
  bytes!: number;
}

/** The database. */
export class DatabaseSizeResponse {
  @ApiProperty({ description: 'Its bytes.', type: 'integer', example: 12_582_912 })
  bytes!: number;

  @ApiProperty({ description: 'The ten largest tables.', type: [TableSizeResponse] })
  tables!: TableSizeResponse[];

  static from({ bytes, tables }: { bytes: number; tables: TableFigures[] }): DatabaseSizeResponse {
    return { bytes, tables };
  }
}

/** The disk of `DATA_DIR`. */
export class DiskSizeResponse {
  @ApiProperty({ description: 'Its bytes.', type: 'integer' })
  total_bytes!: number;

  @ApiProperty({ description: 'Bytes that the service may still write.', type: 'integer' })
  free_bytes!: number;

  @ApiProperty({
    description:
      'Bytes that files of callers leave free, see `DISK_RESERVE_MB`; 0 where files are in a bucket.',
    type: 'integer',
  })
  reserve_bytes!: number;
}

/** How much is stored, and for how much more there is room. */
export class StorageResponse {
  @ApiProperty({ description: 'Where files are kept: on a disk, or in an S3 bucket.', enum: ['disk', 's3'] })
  driver!: string;

  @ApiProperty({ description: 'Name of the bucket; null on a disk.', type: 'string', nullable: true })
  bucket!: string | null;

  @ApiProperty({ description: 'The files by their kind, as counted last.', type: [StoredFilesResponse] })
  files!: StoredFilesResponse[];

  @ApiProperty({
    description: 'When the files were counted; a job does it every 15 minutes.',
    format: 'date-time',
  })
  files_counted_at!: string;

  @ApiProperty({ description: 'The database as it is now.', type: DatabaseSizeResponse })
  database!: DatabaseSizeResponse;

  @ApiProperty({
    description: 'The disk of this process; null where the system does not report it.',
    type: DiskSizeResponse,
    nullable: true,
  })
  disk!: DiskSizeResponse | null;

  static from({ driver, bucket, files, database, disk }: StorageState): StorageResponse {
    return {
      driver,
      bucket,
      files: files.map((figures) => StoredFilesResponse.from(figures)),
      files_counted_at: (files[0]?.measuredAt ?? new Date(0)).toISOString(),
      database: DatabaseSizeResponse.from(database),
      disk: disk && {
        total_bytes: disk.totalBytes,
        free_bytes: disk.freeBytes,
        reserve_bytes: disk.reserveBytes,
      },
    };
  }
}
