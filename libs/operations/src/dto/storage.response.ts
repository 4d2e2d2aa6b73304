import { ApiProperty } from '@nestjs/swagger';

const FILE_KINDS = ['input', 'output', 'upload', 'archive'] as const;

/** Files of one kind. */
export class StoredFilesResponse {
  /** `input` and `output` of tasks, `upload` of callers, `archive` of a version. */
  @ApiProperty({ enum: FILE_KINDS }) kind!: string;

  /** Files. */
  @ApiProperty({ type: 'integer', example: 12 }) files!: number;

  /** Their bytes. */
  @ApiProperty({ type: 'integer', example: 1_048_576 }) bytes!: number;

  /** Those of the bytes that are in the database, as files of at most 16 KiB are. */
  @ApiProperty({ type: 'integer', example: 4_096 }) bytes_in_database!: number;
}

/** A table of the database. */
export class TableSizeResponse {
  /** Name of the table. */
  @ApiProperty({ example: 'tasks' }) name!: string;

  /** Its rows, as the database estimates them. */
  @ApiProperty({ type: 'integer', example: 1_000 }) rows!: number;

  /** Its bytes, indexes included. */
  @ApiProperty({ type: 'integer', example: 1_048_576 }) bytes!: number;
}

/** The database. */
export class DatabaseSizeResponse {
  /** Its bytes. */
  @ApiProperty({ type: 'integer', example: 12_582_912 }) bytes!: number;

  /** The ten largest tables. */
  @ApiProperty({ type: [TableSizeResponse] }) tables!: TableSizeResponse[];
}

/** The disk of `DATA_DIR`. */
export class DiskSizeResponse {
  /** Its bytes. */
  @ApiProperty({ type: 'integer' }) total_bytes!: number;

  /** Bytes that the service may still write. */
  @ApiProperty({ type: 'integer' }) free_bytes!: number;

  /** Bytes that files of callers leave free, see `DISK_RESERVE_MB`; 0 where files are in a bucket. */
  @ApiProperty({ type: 'integer' }) reserve_bytes!: number;
}

/** How much is stored, and for how much more there is room. */
export class StorageResponse {
  /** Where files are kept: on a disk, or in an S3 bucket. */
  @ApiProperty({ enum: ['disk', 's3'] }) driver!: string;

  /** Name of the bucket; null on a disk. */
  @ApiProperty({ nullable: true }) bucket!: string | null;

  /** The files by their kind, as counted last. */
  @ApiProperty({ type: [StoredFilesResponse] }) files!: StoredFilesResponse[];

  /** When the files were counted; a job does it every 15 minutes. */
  @ApiProperty({ format: 'date-time' }) files_counted_at!: string;

  /** The database as it is now. */
  @ApiProperty({ type: DatabaseSizeResponse }) database!: DatabaseSizeResponse;

  /** The disk of this process; null where the system does not report it. */
  @ApiProperty({ type: DiskSizeResponse, nullable: true }) disk!: DiskSizeResponse | null;
}
