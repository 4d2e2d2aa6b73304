import type { Entry } from 'yauzl';

import type { ArchiveLimits } from './archive-limits.js';
import { ArchiveRefused, EntryRefused, printable } from './archive-refusal.js';
import { safeEntryName } from './entry-name.js';

/** One entry whose central record has passed every check that needs no other entry. Sizes in bytes. */
export type ArchiveEntry = {
  /** Relative path, `/` between segments; folders keep a final `/`. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly crc: number;
  readonly isDeflated: boolean;
  readonly flags: number;
  readonly headerOffset: number;
  /** The name as written, to compare with the local header. */
  readonly rawName: string;
};

const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const FOLDER = 0o040000;
/** Bit 0 encrypted, bit 6 strong encryption, bit 13 masked headers: APPNOTE §4.4.4. */
const ENCRYPTION_FLAGS = 0x2041;
const PATCH_FLAG = 0x20;
/** Method of WinZip AES entries, https://www.winzip.com/en/support/aes-encryption/ */
const AES_METHOD = 99;
const STORED = 0;
const DEFLATED = 8;

/** @throws ArchiveRefused naming the entry and the rule it breaks. */
export function checkedEntry(entry: Entry, limits: ArchiveLimits): ArchiveEntry {
  const name = safeEntryName(entry, limits);
  const isFolder = name.endsWith('/');
  assertOrdinary(entry, name, isFolder);
  assertReadable(entry, name);
  assertModest(entry, name, limits);
  return {
    name,
    isFolder,
    packedBytes: entry.compressedSize,
    unpackedBytes: entry.uncompressedSize,
    crc: entry.crc32,
    isDeflated: entry.compressionMethod === DEFLATED,
    flags: entry.generalPurposeBitFlag,
    headerOffset: entry.relativeOffsetOfLocalHeader,
    rawName: entry.fileNameRaw.toString('latin1'),
  };
}

function assertOrdinary(entry: Entry, name: string, isFolder: boolean): void {
  // The Unix mode is in the upper half; writers on other systems leave it 0.
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
  const expected = isFolder ? FOLDER : REGULAR_FILE;
  if (type !== 0 && type !== expected) {
    throw new EntryRefused('special_file', name, 'is a link or another special file');
  }
  if (isFolder && entry.uncompressedSize > 0) {
    throw new ArchiveRefused('malformed', `The folder ${printable(name)} has content.`);
  }
}

function assertReadable(entry: Entry, name: string): void {
  if ((entry.generalPurposeBitFlag & ENCRYPTION_FLAGS) !== 0 || entry.compressionMethod === AES_METHOD) {
    throw new EntryRefused('encrypted', name, 'is encrypted');
  }
  const isKnown = entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED;
  if (!isKnown || (entry.generalPurposeBitFlag & PATCH_FLAG) !== 0) {
    throw new EntryRefused(
      'unsupported_compression',
      name,
      `uses compression method ${entry.compressionMethod}; only store and deflate are read`,
    );
  }
}

function assertModest(entry: Entry, name: string, limits: ArchiveLimits): void {
  if (entry.uncompressedSize > limits.entryBytes) {
    throw new EntryRefused('unpacked_too_large', name, `unpacks to more than ${limits.entryBytes} bytes`);
  }
  if (exceedsRatio(entry.uncompressedSize, entry.compressedSize, limits)) {
    throw new EntryRefused('compression_ratio', name, `unpacks to more than ${limits.ratio} times its size`);
  }
}

/** Whether a size pair looks like a bomb; see `ArchiveLimits.ratio`. */
export function exceedsRatio(unpackedBytes: number, packedBytes: number, limits: ArchiveLimits): boolean {
  return unpackedBytes > limits.ratioFreeBytes && unpackedBytes > packedBytes * limits.ratio;
}
