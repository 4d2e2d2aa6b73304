import { ApiProperty } from '@nestjs/swagger';

const FILE_KINDS = ['input', 'output', 'upload', 'archive', 'picture'] as const;
export const DISK_STATES = ['ok', 'nearly_full', 'full'] as const;

export class StoredFilesResponse {
  /** `input` and `output` of tasks, `upload` of callers, `archive` of a version, cached `picture` of a node. */
  @ApiProperty({ enum: FILE_KINDS }) kind!: string;

  /** Number of files. */
  @ApiProperty({ type: 'integer', example: 12 }) files!: number;

  /** Total size in bytes. */
  @ApiProperty({ type: 'integer', example: 1_048_576 }) bytes!: number;

  /** Bytes of small files that an earlier version stored in the database and that have not been moved yet. */
  @ApiProperty({ type: 'integer', example: 4_096 }) bytes_in_database!: number;

  /** How long one is kept: after the end of its task, or after it was stored; null for as long as its task or version. */
  @ApiProperty({ type: 'integer', nullable: true, example: 86_400 }) kept_seconds!: number | null;

  /** The setting that says how long or how many; null if none does. */
  @ApiProperty({ type: 'string', nullable: true, example: 'OUTPUT_RETENTION_DAYS' }) setting!: string | null;

  /** Bytes that they may take together; null for no limit. */
  @ApiProperty({ type: 'integer', nullable: true, example: null }) max_bytes!: number | null;
}

export class TableSizeResponse {
  /** Name of the table. */
  @ApiProperty({ example: 'tasks' }) name!: string;

  /** Its rows, as the database estimates them. */
  @ApiProperty({ type: 'integer', example: 1_000 }) rows!: number;

  /** Its size in bytes, indexes included. */
  @ApiProperty({ type: 'integer', example: 1_048_576 }) bytes!: number;
}

export class DatabaseSizeResponse {
  /** Its size in bytes. */
  @ApiProperty({ type: 'integer', example: 12_582_912 }) bytes!: number;

  /** The ten largest tables. */
  @ApiProperty({ type: [TableSizeResponse] }) tables!: TableSizeResponse[];
}

export class DiskSizeResponse {
  /** Its size in bytes. */
  @ApiProperty({ type: 'integer' }) total_bytes!: number;

  /** Bytes that the service may still write. */
  @ApiProperty({ type: 'integer' }) free_bytes!: number;

  /** Bytes that callers' files must leave free, see `DISK_RESERVE_MB`; 0 if files are in a bucket. */
  @ApiProperty({ type: 'integer' }) reserve_bytes!: number;

  /** `nearly_full` below three times the reserve, `full` below the reserve. */
  @ApiProperty({ enum: DISK_STATES }) state!: (typeof DISK_STATES)[number];

  /** When it is full at the rate of the last day; null if that is not known or far away. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) full_at!: string | null;
}

/** How much is stored, and how much space is left. */
export class StorageResponse {
  /** Where files are kept: on a disk, or in an S3 bucket. */
  @ApiProperty({ enum: ['disk', 's3'] }) driver!: string;

  /** Name of the bucket; null for a disk. */
  @ApiProperty({ nullable: true }) bucket!: string | null;

  /** The files by kind, as last counted. */
  @ApiProperty({ type: [StoredFilesResponse] }) files!: StoredFilesResponse[];

  /** When the files were counted; a job does it every 15 minutes. */
  @ApiProperty({ format: 'date-time' }) files_counted_at!: string;

  /** The current size of the database. */
  @ApiProperty({ type: DatabaseSizeResponse }) database!: DatabaseSizeResponse;

  /** The disk of this process; null if the system does not report it. */
  @ApiProperty({ type: DiskSizeResponse, nullable: true }) disk!: DiskSizeResponse | null;
}

export class RemovedOfUserResponse {
  /** Id of the user; null for callers without a token. */
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true }) user_id!: string | null;

  /** Name of the user; null for a deleted one, and for callers without a token. */
  @ApiProperty({ type: 'string', nullable: true, example: 'Ada' }) user_name!: string | null;

  /** Number of tasks. */
  @ApiProperty({ type: 'integer', example: 3 }) tasks!: number;

  /** Number of files. */
  @ApiProperty({ type: 'integer', example: 7 }) files!: number;

  /** Total size in bytes. */
  @ApiProperty({ type: 'integer', example: 1_048_576 }) bytes!: number;
}

/** What is removed, or would be. */
export class FreedStorageResponse {
  /** Number of tasks that lose their files. */
  @ApiProperty({ type: 'integer', example: 3 }) tasks!: number;

  /** Number of files. */
  @ApiProperty({ type: 'integer', example: 7 }) files!: number;

  /** Total size in bytes. */
  @ApiProperty({ type: 'integer', example: 1_048_576 }) bytes!: number;

  /** Number of users whose tasks they are. */
  @ApiProperty({ type: 'integer', example: 1 }) user_count!: number;

  /** The ten of them who have stored most. */
  @ApiProperty({ type: [RemovedOfUserResponse] }) users!: RemovedOfUserResponse[];
}
