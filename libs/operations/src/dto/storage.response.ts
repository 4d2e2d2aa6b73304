import { ApiProperty } from '@nestjs/swagger';

const FILE_KINDS = ['input', 'output', 'upload', 'archive'] as const;

export class StoredFilesResponse {
  /** `input` and `output` of tasks, `upload` of callers, `archive` of a version. */
  @ApiProperty({ enum: FILE_KINDS }) kind!: string;

  /** Number of files. */
  @ApiProperty({ type: 'integer', example: 12 }) files!: number;

  /** Total size in bytes. */
  @ApiProperty({ type: 'integer', example: 1_048_576 }) bytes!: number;

  /** Bytes of small files that an earlier version stored in the database and that have not been moved yet. */
  @ApiProperty({ type: 'integer', example: 4_096 }) bytes_in_database!: number;
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
