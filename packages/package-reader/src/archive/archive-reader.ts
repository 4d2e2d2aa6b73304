import { open, type FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

import yauzl from 'yauzl';

import { checkedEntry, exceedsRatio, type ArchiveEntry } from './archive-entry.js';
import { readExactly, readLayout, type ArchiveLayout } from './archive-layout.js';
import type { ArchiveLimits } from './archive-limits.js';
import { ArchiveRefused, EntryRefused, printable } from './archive-refusal.js';
import { assertDistinct } from './entry-tree.js';
import { dataSpans, type DataSpan } from './local-headers.js';

/** An archive whose list of entries has been checked; contents are checked as they are read. */
export type OpenArchive = {
  readonly entries: readonly ArchiveEntry[];
  /**
   * Streams one entry's content to `receive`, a chunk at a time.
   *
   * @throws ArchiveRefused when the content is longer or shorter than declared, or its CRC-32 differs.
   */
  unpack(entry: ArchiveEntry, receive?: (chunk: Buffer) => void): Promise<void>;
};

/**
 * Opens an archive, checks its whole structure, and keeps it open for `use`. Needs memory for the list of entries and one chunk of
 * content, whatever the archive claims.
 *
 * @throws ArchiveRefused
 */
export async function withArchive<T>(
  path: string,
  limits: ArchiveLimits,
  use: (archive: OpenArchive) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'r');
  try {
    const layout = await readLayout(file, limits);
    const entries = await listEntries(file, layout, limits);
    assertDistinct(entries);
    assertTotals(entries, layout, limits);
    const spans = await dataSpans(file, entries, layout);
    return await use({
      entries,
      unpack: (entry, receive) => unpack(file, entry, spans, receive),
    });
  } finally {
    await file.close();
  }
}

async function listEntries(
  file: FileHandle,
  layout: ArchiveLayout,
  limits: ArchiveLimits,
): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  let directoryBytes = 0;
  try {
    const zip = await yauzl.fromFdPromise(file.fd, { autoClose: false, decodeStrings: false });
    for await (const entry of zip.eachEntry()) {
      directoryBytes += 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      entries.push(checkedEntry(entry, limits));
    }
  } catch (cause) {
    if (cause instanceof ArchiveRefused) throw cause;
    throw new ArchiveRefused('malformed', 'The list of entries in the archive is damaged.', { cause });
  }
  if (directoryBytes !== layout.directoryBytes || entries.length !== layout.entries) {
    throw new ArchiveRefused(
      'inconsistent_headers',
      'The archive lists another number of entries than it declares.',
    );
  }
  return entries;
}

function assertTotals(entries: readonly ArchiveEntry[], layout: ArchiveLayout, limits: ArchiveLimits): void {
  const total = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (total > limits.totalBytes) {
    throw new ArchiveRefused(
      'unpacked_too_large',
      `The archive unpacks to ${total} bytes; ${limits.totalBytes} are allowed.`,
    );
  }
  if (exceedsRatio(total, layout.fileBytes, limits)) {
    throw new ArchiveRefused(
      'compression_ratio',
      `The archive unpacks to more than ${limits.ratio} times its size.`,
    );
  }
}

async function unpack(
  file: FileHandle,
  entry: ArchiveEntry,
  spans: ReadonlyMap<ArchiveEntry, DataSpan>,
  receive: (chunk: Buffer) => void = () => {},
): Promise<void> {
  const span = spans.get(entry);
  if (span === undefined) throw new TypeError('The entry belongs to another archive.');
  const meter = new ContentMeter(entry, receive);
  const inflate = createInflateRaw();
  try {
    await (entry.isDeflated
      ? pipeline(packedBytes(file, span), inflate, meter)
      : pipeline(packedBytes(file, span), meter));
  } catch (cause) {
    if (cause instanceof ArchiveRefused) throw cause;
    throw new ArchiveRefused('malformed', `The content of ${printable(entry.name)} is damaged.`, { cause });
  }
  // An inflater stops at its end mark: data after it would be hidden here, but not from other tools.
  if (entry.isDeflated && inflate.bytesWritten !== entry.packedBytes) {
    throw new EntryRefused('malformed', entry.name, 'has bytes after its content');
  }
  meter.assertComplete();
}

const READ_CHUNK_BYTES = 64 * 1024;

async function* packedBytes(file: FileHandle, span: DataSpan): AsyncGenerator<Buffer> {
  for (let at = span.start; at < span.end; at += READ_CHUNK_BYTES) {
    yield await readExactly(file, at, Math.min(READ_CHUNK_BYTES, span.end - at));
  }
}

/** Counts and sums the content of an entry, and stops it at the first byte too many. */
class ContentMeter extends Writable {
  private bytes = 0;
  private sum = 0;

  constructor(
    private readonly entry: ArchiveEntry,
    private readonly receive: (chunk: Buffer) => void,
  ) {
    super();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.bytes += chunk.length;
    if (this.bytes > this.entry.unpackedBytes) {
      done(new EntryRefused('unpacked_too_large', this.entry.name, 'unpacks to more than it declares'));
      return;
    }
    this.sum = crc32(chunk, this.sum);
    this.receive(chunk);
    done();
  }

  assertComplete(): void {
    if (this.bytes !== this.entry.unpackedBytes) {
      throw new EntryRefused('truncated', this.entry.name, 'unpacks to less than it declares');
    }
    if (this.sum !== this.entry.crc) {
      throw new ArchiveRefused(
        'checksum_mismatch',
        `The checksum of ${printable(this.entry.name)} is wrong.`,
      );
    }
  }
}
