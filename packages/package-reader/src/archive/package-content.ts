import type { ArchiveEntry } from './archive-entry.js';
import type { ArchiveFile } from './archive-finding.js';
import type { ArchiveLimits } from './archive-limits.js';
import type { OpenArchive } from './archive-reader.js';
import { isSystemLeftover, licenceFile, wrapperFolder } from './entry-tree.js';
import { decodePython, PYTHON_FILE } from './python-text.js';
import type { ScanFile } from './scan-file.js';
import { ScanFileKeeper, type ScanRoom, sha256Of } from './scan-file-keeper.js';

/** The content of a package that is read. Paths are inside the package, without the wrapper folder. */
export type PackageContent = {
  /** Text by path: Python, and data that the code may take names from. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths of all other files of the package. */
  readonly otherPaths: readonly string[];
  /** Python files left out because of their size. */
  readonly skipped: readonly string[];
  /** Every file as the scan for harm sees it; texts are those of `files`. */
  readonly scanFiles: readonly ScanFile[];
  /** Path of the licence text; absent when there is none. */
  readonly licenceFile?: string;
};

/** Kinds of data files that packages use to make their app nodes. */
const DATA_FILE = /\.(?:json|txt)$/i;

/**
 * Unpacks every entry, which checks its content. Keeps in memory the `.py` files, within `pythonFileBytes` and
 * `pythonTotalBytes`, and small data files, within `dataFileBytes` and `dataTotalBytes`. For the scan it keeps what
 * `ScanFileKeeper` does of all others.
 *
 * @throws ArchiveRefused when the content of an entry breaks a rule.
 */
export async function readContent(
  archive: OpenArchive,
  limits: ArchiveLimits,
): Promise<{ content: PackageContent; files: ArchiveFile[] }> {
  const wrapper = wrapperFolder(archive.entries);
  const files = new Map<string, string>();
  const skipped: string[] = [];
  const otherPaths: string[] = [];
  const listed: ArchiveFile[] = [];
  const scanFiles: ScanFile[] = [];
  const room = new TextRoom(limits);
  const scanRoom = { bytes: limits.scanTotalBytes, fileBytes: limits.scanFileBytes };
  for (const entry of archive.entries) {
    if (entry.isFolder) {
      await archive.unpack(entry);
      continue;
    }
    if (isSystemLeftover(entry.name)) {
      // No part of the package, but on the disk of those who install it.
      scanFiles.push(await scanFile(archive, entry, entry.name, scanRoom));
      continue;
    }
    const name = entry.name.slice(wrapper.length);
    listed.push({ path: name, bytes: entry.unpackedBytes });
    if (room.take(entry)) {
      const chunks: Buffer[] = [];
      await archive.unpack(entry, (chunk) => chunks.push(chunk));
      const bytes = Buffer.concat(chunks);
      const text = decodePython(bytes);
      files.set(name, text);
      scanFiles.push({ path: name, bytes: bytes.length, sha256: sha256Of(bytes), text });
    } else {
      scanFiles.push(await scanFile(archive, entry, name, scanRoom));
      (PYTHON_FILE.test(name) ? skipped : otherPaths).push(name);
    }
  }
  const licence = licenceFile([...files.keys(), ...otherPaths]);
  const content = {
    files,
    otherPaths,
    skipped,
    scanFiles,
    ...(licence === undefined ? {} : { licenceFile: licence }),
  };
  return { content, files: listed };
}

async function scanFile(
  archive: OpenArchive,
  entry: ArchiveEntry,
  path: string,
  room: ScanRoom,
): Promise<ScanFile> {
  const keeper = new ScanFileKeeper(room);
  await archive.unpack(entry, (chunk) => keeper.receive(chunk));
  return keeper.file(path);
}

/** How many bytes of text may still be kept, for each kind. */
export class TextRoom {
  private pythonBytes: number;
  private dataBytes: number;

  constructor(private readonly limits: ArchiveLimits) {
    this.pythonBytes = limits.pythonTotalBytes;
    this.dataBytes = limits.dataTotalBytes;
  }

  /** Whether the entry is a text to keep and there is room for it; if so, the room is taken. */
  take({ name, unpackedBytes }: Pick<ArchiveEntry, 'name' | 'unpackedBytes'>): boolean {
    if (PYTHON_FILE.test(name)) {
      if (unpackedBytes > Math.min(this.limits.pythonFileBytes, this.pythonBytes)) return false;
      this.pythonBytes -= unpackedBytes;
      return true;
    }
    if (!DATA_FILE.test(name)) return false;
    if (unpackedBytes > Math.min(this.limits.dataFileBytes, this.dataBytes)) return false;
    this.dataBytes -= unpackedBytes;
    return true;
  }
}
