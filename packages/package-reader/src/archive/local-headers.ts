import type { FileHandle } from 'node:fs/promises';

import type { ArchiveEntry } from './archive-entry.js';
import { readExactly, type ArchiveLayout } from './archive-layout.js';
import { ArchiveRefused, EntryRefused, printable } from './archive-refusal.js';

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
/** Sizes and checksum follow the content: APPNOTE §4.4.4, bit 3. */
const DESCRIPTOR_FLAG = 0x08;
const ENCRYPTED_FLAG = 0x01;
const ZIP64_ESCAPE = 0xffffffff;

/** The packed content of an entry: `[start, end)` in the archive file, bytes. */
export type DataSpan = {
  readonly start: number;
  readonly end: number;
};

/**
 * Reads every local header, compares it with the central record, and checks that no two entries share a byte. Streaming unpackers
 * trust the local header, others the central one, so both must agree.
 *
 * @throws ArchiveRefused `overlapping_entries`, `leading_data` or `inconsistent_headers`.
 */
export async function dataSpans(
  file: FileHandle,
  entries: readonly ArchiveEntry[],
  layout: ArchiveLayout,
): Promise<ReadonlyMap<ArchiveEntry, DataSpan>> {
  const spans = new Map<ArchiveEntry, DataSpan>();
  let previousEnd = 0;
  for (const entry of [...entries].sort((a, b) => a.headerOffset - b.headerOffset)) {
    if (entry.headerOffset + LOCAL_BYTES > layout.directoryOffset) {
      throw new EntryRefused('malformed', entry.name, 'lies outside of the archive');
    }
    if (entry.headerOffset < previousEnd) {
      throw new EntryRefused('overlapping_entries', entry.name, 'overlaps another one');
    }
    if (previousEnd === 0 && entry.headerOffset !== 0) {
      throw new ArchiveRefused('leading_data', 'The archive has foreign bytes before its first entry.');
    }
    const span = await readSpan(file, entry, layout);
    spans.set(entry, span);
    previousEnd = span.end;
  }
  return spans;
}

async function readSpan(file: FileHandle, entry: ArchiveEntry, layout: ArchiveLayout): Promise<DataSpan> {
  const nameBytes = Buffer.byteLength(entry.rawName, 'latin1');
  const header = await readExactly(file, entry.headerOffset, LOCAL_BYTES + nameBytes);
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) {
    throw new EntryRefused('malformed', entry.name, 'has no header of its own');
  }
  const start = entry.headerOffset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const end = start + entry.packedBytes;
  if (end > layout.directoryOffset) {
    throw new EntryRefused('overlapping_entries', entry.name, 'runs into the list of entries');
  }
  const sameName =
    header.readUInt16LE(26) === nameBytes && header.toString('latin1', LOCAL_BYTES) === entry.rawName;
  if (!sameName || !agrees(header, entry)) {
    throw new ArchiveRefused(
      'inconsistent_headers',
      `The two headers of ${printable(entry.name)} contradict each other.`,
    );
  }
  return { start, end };
}

function agrees(header: Buffer, entry: ArchiveEntry): boolean {
  const flags = header.readUInt16LE(6);
  if ((flags & ENCRYPTED_FLAG) !== 0 || header.readUInt16LE(8) !== (entry.isDeflated ? 8 : 0)) return false;
  const isLate = (flags & DESCRIPTOR_FLAG) !== 0;
  const matches = (local: number, central: number) => local === central || (isLate && local === 0);
  const matchesSize = (local: number, central: number) => local === ZIP64_ESCAPE || matches(local, central);
  return (
    matches(header.readUInt32LE(14), entry.crc) &&
    matchesSize(header.readUInt32LE(18), entry.packedBytes) &&
    matchesSize(header.readUInt32LE(22), entry.unpackedBytes)
  );
}
