import { type FileHandle, open } from 'node:fs/promises';

import type { ArchiveLimits } from './archive-limits.js';
import { ArchiveRefused } from './archive-refusal.js';

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 0xffff;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;
const LOCAL_SIGNATURE = 0x04034b50;

/** Where the central directory lies, as proven from the end of the file. Offsets and sizes in bytes. */
export type ArchiveLayout = {
  readonly fileBytes: number;
  readonly directoryOffset: number;
  readonly directoryBytes: number;
  readonly entries: number;
};

/**
 * Finds the central directory and refuses every archive that two unpackers could read differently: bytes after the end
 * record, a second end record in the comment, zip64 fields that contradict the classic ones.
 *
 * Field layout: APPNOTE 6.3.10 §4.3.14–16, https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 *
 * @throws ArchiveRefused
 */
export async function readLayout(file: FileHandle, limits: ArchiveLimits): Promise<ArchiveLayout> {
  const { size } = await file.stat();
  if (size > limits.archiveBytes) {
    throw new ArchiveRefused(
      'archive_too_large',
      `The archive has ${size} bytes; ${limits.archiveBytes} are allowed.`,
    );
  }
  const tailStart = Math.max(0, size - END_BYTES - COMMENT_BYTES_MAX - LOCATOR_BYTES - END64_BYTES);
  const tail = await readExactly(file, tailStart, size - tailStart);
  const end = await findEnd(file, tail);
  const classic = {
    entries: tail.readUInt16LE(end + 10),
    directoryBytes: tail.readUInt32LE(end + 12),
    directoryOffset: tail.readUInt32LE(end + 16),
  };
  const layout = {
    fileBytes: size,
    ...(readZip64(tail, tailStart, end, classic) ?? { ...classic, end: tailStart + end }),
  };
  assertPlausible(layout, limits);
  return layout;
}

/** Reads a slice that must exist. @throws ArchiveRefused `truncated` */
export async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new ArchiveRefused('truncated', 'The archive ends in the middle of an entry.');
    filled += bytesRead;
  }
  return buffer;
}

/** Whether the first bytes are those of a zip archive; nothing else is checked. */
export async function beginsLikeZip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const begins = bytesRead === 4 ? buffer.readUInt32LE(0) : 0;
    return begins === LOCAL_SIGNATURE || begins === END_SIGNATURE;
  } finally {
    await file.close();
  }
}

async function findEnd(file: FileHandle, tail: Buffer): Promise<number> {
  const found: number[] = [];
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === END_SIGNATURE) found.push(at);
  }
  const [last] = found;
  if (last === undefined) throw await withoutEnd(file, tail);
  const closing = found.filter((at) => at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length);
  if (closing.length === 0) {
    const declared = last + END_BYTES + tail.readUInt16LE(last + 20);
    throw declared > tail.length
      ? new ArchiveRefused('truncated', 'The archive ends in the middle of its closing record.')
      : new ArchiveRefused('trailing_data', 'The archive has bytes after its closing record.');
  }
  const [end] = closing;
  if (end === undefined || closing.length > 1 || end !== last) {
    throw new ArchiveRefused('malformed', 'The archive has more than one closing record.');
  }
  if (tail.readUInt16LE(end + 4) !== 0 && tail.readUInt16LE(end + 4) !== 0xffff) {
    throw new ArchiveRefused('malformed', 'The archive is split over several files.');
  }
  return end;
}

async function withoutEnd(file: FileHandle, tail: Buffer): Promise<ArchiveRefused> {
  const begins = tail.length < 4 ? 0 : (await readExactly(file, 0, 4)).readUInt32LE(0);
  return begins === LOCAL_SIGNATURE
    ? new ArchiveRefused('truncated', 'The archive has no closing record; the upload seems cut off.')
    : new ArchiveRefused('not_a_zip', 'The file is not a zip archive.');
}

type Directory = Pick<ArchiveLayout, 'entries' | 'directoryBytes' | 'directoryOffset'>;

function readZip64(
  tail: Buffer,
  tailStart: number,
  end: number,
  classic: Directory,
): (Directory & { end: number }) | undefined {
  const claims =
    classic.entries === 0xffff ||
    classic.directoryBytes === 0xffffffff ||
    classic.directoryOffset === 0xffffffff;
  const locator = end - LOCATOR_BYTES;
  if (locator < 0 || tail.readUInt32LE(locator) !== LOCATOR_SIGNATURE) {
    if (claims && classic.entries !== 0xffff)
      throw new ArchiveRefused('malformed', 'The zip64 record is missing.');
    return undefined;
  }
  // The record must be right before its locator: anywhere else it could be planted.
  const at = locator - END64_BYTES;
  if (
    at < 0 ||
    tail.readUInt32LE(at) !== END64_SIGNATURE ||
    readSafe64(tail, locator + 8) !== tailStart + at
  ) {
    throw new ArchiveRefused('malformed', 'The zip64 record is not where its locator says.');
  }
  const wide = {
    entries: readSafe64(tail, at + 32),
    directoryBytes: readSafe64(tail, at + 40),
    directoryOffset: readSafe64(tail, at + 48),
  };
  const agrees =
    agreesWith(classic.entries, 0xffff, wide.entries) &&
    agreesWith(classic.directoryBytes, 0xffffffff, wide.directoryBytes) &&
    agreesWith(classic.directoryOffset, 0xffffffff, wide.directoryOffset);
  if (!agrees)
    throw new ArchiveRefused('inconsistent_headers', 'The zip64 record contradicts the closing record.');
  return { ...wide, end: tailStart + at };
}

function agreesWith(narrow: number, escape: number, wide: number): boolean {
  return narrow === escape || narrow === wide;
}

/** Values beyond 2^53 become Infinity, which every bound refuses. */
function readSafe64(buffer: Buffer, at: number): number {
  const value = buffer.readBigUInt64LE(at);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Infinity : Number(value);
}

function assertPlausible(layout: ArchiveLayout & { end: number }, limits: ArchiveLimits): void {
  if (layout.entries > limits.entries) {
    throw new ArchiveRefused(
      'too_many_entries',
      `The archive has ${layout.entries} entries; ${limits.entries} are allowed.`,
    );
  }
  const directoryEnd = layout.directoryOffset + layout.directoryBytes;
  if (directoryEnd < layout.end)
    throw new ArchiveRefused('leading_data', 'The archive has foreign bytes around its entries.');
  if (directoryEnd > layout.end)
    throw new ArchiveRefused('malformed', 'The list of entries lies outside of the archive.');
  if (layout.entries === 0) throw new ArchiveRefused('empty', 'The archive has no entries.');
}
