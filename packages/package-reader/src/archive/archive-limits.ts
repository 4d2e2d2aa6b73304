const MEBIBYTE = 1024 * 1024;

/** Limits of an uploaded archive. Every bound is inclusive. */
export type ArchiveLimits = {
  /** Size of the zip file itself, in bytes. */
  readonly archiveBytes: number;
  /** Sum of all unpacked entries, in bytes. */
  readonly totalBytes: number;
  /** One unpacked entry, in bytes. */
  readonly entryBytes: number;
  /** Number of entries, folders included. */
  readonly entries: number;
  /** Unpacked to packed size, per entry and for the whole; small entries (see `ratioFreeBytes`) are exempt. */
  readonly ratio: number;
  /** An entry or archive that unpacks to no more than this is never a bomb, however well it packs. In bytes. */
  readonly ratioFreeBytes: number;
  /** Folders on the way to a file, plus the file. */
  readonly pathDepth: number;
  /** One entry's name, in bytes of UTF-8. */
  readonly nameBytes: number;
  /** One Python file handed to the extraction, in bytes; a larger one is skipped and named. */
  readonly pythonFileBytes: number;
  /** All Python files handed to the extraction, in bytes; files beyond it are skipped and named. */
  readonly pythonTotalBytes: number;
  /** One data file handed to the extraction beside the Python files, in bytes; larger ones are left out. */
  readonly dataFileBytes: number;
  /** All data files handed to the extraction, in bytes; further ones are left out. */
  readonly dataTotalBytes: number;
  /** One file kept for the scan beside those, in bytes; of a larger one the beginning is kept. */
  readonly scanFileBytes: number;
  /** All files kept for the scan beside those, in bytes; of further ones the beginning is kept. */
  readonly scanTotalBytes: number;
};

/** 100 MiB packed, 1 GiB unpacked, 20,000 entries, 250-fold: far above any real package, far below harm. */
export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = {
  archiveBytes: 100 * MEBIBYTE,
  totalBytes: 1024 * MEBIBYTE,
  entryBytes: 512 * MEBIBYTE,
  entries: 20_000,
  ratio: 250,
  ratioFreeBytes: 4 * MEBIBYTE,
  pathDepth: 32,
  nameBytes: 1_024,
  pythonFileBytes: 4 * MEBIBYTE,
  pythonTotalBytes: 48 * MEBIBYTE,
  dataFileBytes: MEBIBYTE / 2,
  dataTotalBytes: 8 * MEBIBYTE,
  scanFileBytes: 8 * MEBIBYTE,
  scanTotalBytes: 64 * MEBIBYTE,
};
