import { posix } from 'node:path';

import { HEAD_BYTES, isMedia } from '../../../archive/index.js';
import type { Hit } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { rule } from '../define-rule.js';
import { SCAN_STOPPED } from '../scan-stopped.js';
import { kindOf } from './file-kind.js';
import { contentOf, innerFile } from './inner-file.js';
import { isPickleName, PICKLE_UNREAD } from './pickle-rules.js';
import { tarEntries } from './tar-entries.js';
import { unpack } from './unpack.js';
import { type Entry, entryContent, entryName, readZip } from './zip-entries.js';

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

const LEADS_OUT = rule(
  'archive_leads_out',
  'Has an archive with entries that are written outside of the folder into which it is unpacked.',
);

export const INNER_ARCHIVE_RULES = [ENCRYPTED, NOT_READ, LEADS_OUT];

/** How much may still be unpacked of the archives in a package. */
type InnerRoom = { bytes: number; entries: number };

const ROOM: Readonly<InnerRoom> = { bytes: 128 * 1024 * 1024, entries: 5_000 };
/** Of one file in an archive, and of a packed file, which may be an archive itself. */
const ENTRY_BYTES = 8 * 1024 * 1024;
const PACKED_BYTES = 32 * 1024 * 1024;
/** Archives in archives; a packed tar file is two. */
const DEPTH_MAX = 4;

type Opened = { readonly files: readonly ScanFile[]; readonly hits: readonly Hit[] };
const NOTHING: Opened = { files: [], hits: [] };

/** Unpacks the archives in a package, and those in them. @returns their files, and what is to be said of the archives. */
export async function openArchives(files: readonly ScanFile[], deadline: number): Promise<Opened> {
  const room = { ...ROOM };
  const inner: ScanFile[] = [];
  const hits: Hit[] = [];
  let level = files;
  for (let depth = 1; level.length > 0; depth += 1) {
    const found: ScanFile[] = [];
    for (const file of level) {
      if (Date.now() > deadline) return { files: inner, hits: [...hits, { rule: SCAN_STOPPED, file }] };
      const opened = depth > DEPTH_MAX ? unopened(file) : await openInner(file, room);
      // One by one: an archive may have more files than a call takes arguments.
      for (const one of opened.files) found.push(one);
      hits.push(...opened.hits);
    }
    for (const one of found) inner.push(one);
    level = found;
  }
  return { files: inner, hits };
}

function unopened(file: ScanFile): Opened {
  const isArchive = ['zip', 'gzip', 'zstd', 'tar', 'archive'].includes(kindOf(file) ?? '');
  return isArchive ? { files: [], hits: [{ rule: NOT_READ, file }] } : NOTHING;
}

async function openInner(file: ScanFile, room: InnerRoom): Promise<Opened> {
  const bytes = contentOf(file);
  if (!bytes) return NOTHING;
  const kind = kindOf(file);
  switch (kind) {
    case 'zip':
      return openZip(file, bytes, room);
    case 'tar':
      return openTar(file, bytes, room);
    case 'gzip':
    case 'zstd': {
      if (room.bytes <= 0) return { files: [], hits: [{ rule: SCAN_STOPPED, file }] };
      const { content, isWhole } = await unpack(kind, bytes, Math.min(PACKED_BYTES, room.bytes));
      room.bytes -= content.length;
      const files = content.length === 0 ? [] : [innerFile(`${file.path}!/content`, content)];
      return { files, hits: isWhole ? [] : [{ rule: NOT_READ, file }] };
    }
    case 'archive':
      return unopened(file);
    default:
      return NOTHING;
  }
}

async function openZip(file: ScanFile, bytes: Buffer, room: InnerRoom): Promise<Opened> {
  const files: ScanFile[] = [];
  const hits: Hit[] = [];
  let areWhole = true;
  const isWhole = await readZip(bytes, async (zip, entry) => {
    if (room.entries <= 0 || room.bytes <= 0) {
      hits.push({ rule: SCAN_STOPPED, file });
      return false;
    }
    room.entries -= 1;
    const name = entryName(entry);
    if (leadsOut(name)) hits.push({ rule: LEADS_OUT, file, excerpt: name });
    if (entry.isEncrypted()) hits.push({ rule: ENCRYPTED, file, excerpt: name });
    if (entry.isEncrypted() || name.endsWith('/')) return true;
    const read = await entryContent(zip, entry, Math.min(ENTRY_BYTES, room.bytes));
    const isMedium = isMedia(read.content);
    const content = isMedium ? Buffer.from(read.content.subarray(0, HEAD_BYTES)) : read.content;
    room.bytes -= content.length;
    const target = isLink(entry) ? content.toString('utf8') : undefined;
    if (target !== undefined && leadsOut(target, name)) hits.push({ rule: LEADS_OUT, file, excerpt: name });
    areWhole &&= read.isWhole || isMedium;
    files.push(innerFile(`${file.path}!/${name}`, content, entry.uncompressedSize));
    return true;
  });
  if (isWhole && areWhole) return { files, hits };
  if (files.length === 0) files.push(...firstStored(file, bytes));
  hits.push({ rule: NOT_READ, file });
  if (isPickleName(file.path) && !files.some(({ path }) => path.endsWith('.pkl')))
    hits.push({ rule: PICKLE_UNREAD, file });
  return { files, hits };
}

function openTar(file: ScanFile, bytes: Buffer, room: InnerRoom): Opened {
  const { entries, isWhole } = tarEntries(bytes, room.entries);
  room.entries -= entries.length;
  const files = entries.flatMap(({ name, content, target }) =>
    target === undefined ? [innerFile(`${file.path}!/${name}`, content)] : [],
  );
  const hits: Hit[] = entries
    .filter(({ name, target }) => leadsOut(name) || (target !== undefined && leadsOut(target, name)))
    .map(({ name }) => ({ rule: LEADS_OUT, file, excerpt: name }));
  if (!isWhole) hits.push({ rule: room.entries > 0 ? NOT_READ : SCAN_STOPPED, file });
  return { files, hits };
}

/** Whether a path, or the target of the link at a path, is not below the folder of the archive. */
function leadsOut(path: string, link = ''): boolean {
  const plain = path.replaceAll('\\', '/');
  if (/^(?:\/|[a-z]:|~\/)/i.test(plain)) return true;
  return (
    plain.includes('..') && posix.join(posix.dirname(link.replaceAll('\\', '/')), plain).startsWith('../')
  );
}

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

/** The first entry of a zip file of which only the beginning is known, when it is not packed; checkpoints begin so. */
function firstStored(file: ScanFile, bytes: Buffer): ScanFile[] {
  if (bytes.length < 30 || bytes.readUInt32LE(0) !== 0x04034b50 || bytes.readUInt16LE(8) !== 0) return [];
  const nameEnd = 30 + bytes.readUInt16LE(26);
  const start = nameEnd + bytes.readUInt16LE(28);
  return [innerFile(`${file.path}!/${bytes.toString('latin1', 30, nameEnd)}`, bytes.subarray(start))];
}
