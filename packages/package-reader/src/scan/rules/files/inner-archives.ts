import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';

import yauzl from 'yauzl';

import type { Hit } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { rule } from '../define-rule.js';
import { kindOf } from './file-kind.js';

const ENCRYPTED = rule(
  'encrypted_archive',
  'Is an archive with a password, which nobody can read here.',
  'warning',
);
const NOT_READ = rule(
  'inner_archive_unread',
  'Is an archive in the archive that was not read to its end.',
  'note',
);

export const INNER_ARCHIVE_RULES = [ENCRYPTED, NOT_READ];

/** How much may still be unpacked of the archives in a package. */
export type InnerRoom = { bytes: number; entries: number };

export const INNER_ROOM: Readonly<InnerRoom> = { bytes: 64 * 1024 * 1024, entries: 5_000 };
const ENTRY_BYTES = 8 * 1024 * 1024;

/** The files in a zip or gzip file, named `archive!/file`, and what is to be said of the archive; one level deep. */
export async function openInner(
  file: ScanFile,
  room: InnerRoom,
): Promise<{ files: ScanFile[]; hits: Hit[] }> {
  const kind = kindOf(file);
  if (file.content === undefined || (kind !== 'zip' && kind !== 'gzip')) return { files: [], hits: [] };
  const bytes = Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength);
  if (kind === 'gzip') return fromGzip(file, bytes, room);
  const files: ScanFile[] = [];
  const hits: Hit[] = [];
  const isWhole = await readZip(bytes, async (zip, entry) => {
    if (room.entries <= 0 || room.bytes <= 0) return false;
    room.entries -= 1;
    if (entry.isEncrypted()) {
      hits.push({ rule: ENCRYPTED, file, excerpt: entry.fileName });
      return true;
    }
    if (entry.fileName.endsWith('/')) return true;
    const content = await entryContent(zip, entry, Math.min(ENTRY_BYTES, room.bytes));
    room.bytes -= content.length;
    files.push(innerFile(`${file.path}!/${entry.fileName}`, entry.uncompressedSize, content));
    return true;
  });
  if (!isWhole) files.push(...firstStored(file, bytes));
  return { files, hits: isWhole ? hits : [...hits, { rule: NOT_READ, file }] };
}

function fromGzip(file: ScanFile, bytes: Buffer, room: InnerRoom): { files: ScanFile[]; hits: Hit[] } {
  try {
    const content = gunzipSync(bytes, { maxOutputLength: Math.max(1, Math.min(ENTRY_BYTES, room.bytes)) });
    room.bytes -= content.length;
    return { files: [innerFile(`${file.path}!/content`, content.length, content)], hits: [] };
  } catch {
    return { files: [], hits: [{ rule: NOT_READ, file }] };
  }
}

function innerFile(path: string, bytes: number, content: Buffer): ScanFile {
  const known = { path, bytes, sha256: createHash('sha256').update(content).digest('hex') };
  return isUtf8(content) && !content.includes(0)
    ? { ...known, text: content.toString('utf8') }
    : { ...known, content };
}

type Visit = (zip: yauzl.ZipFile, entry: yauzl.Entry) => Promise<boolean>;

/** Visits entries until `visit` says no. @returns Whether all were visited. */
export async function readZip(bytes: Buffer, visit: Visit): Promise<boolean> {
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { decodeStrings: true, validateEntrySizes: true });
    for await (const entry of zip.eachEntry()) if (!(await visit(zip, entry))) return false;
    return true;
  } catch {
    return false;
  }
}

/** An entry's first `most` bytes at most; what cannot be unpacked is empty. */
export async function entryContent(zip: yauzl.ZipFile, entry: yauzl.Entry, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= most) break;
    }
  } catch {
    // What was unpacked before the fault is looked at all the same.
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** The first entry of a zip file of which only the beginning is known, when it is not packed; checkpoints begin so. */
function firstStored(file: ScanFile, bytes: Buffer): ScanFile[] {
  if (bytes.length < 30 || bytes.readUInt32LE(0) !== 0x04034b50 || bytes.readUInt16LE(8) !== 0) return [];
  const nameEnd = 30 + bytes.readUInt16LE(26);
  const start = nameEnd + bytes.readUInt16LE(28);
  const content = bytes.subarray(start);
  return [innerFile(`${file.path}!/${bytes.toString('latin1', 30, nameEnd)}`, content.length, content)];
}
