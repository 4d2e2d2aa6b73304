import { type ArchiveEntry } from './archive-entry.js';
import { DEFAULT_ARCHIVE_LIMITS, type ArchiveLimits } from './archive-limits.js';
import { withArchive } from './archive-reader.js';
import { ArchiveRefused, type ArchiveRefusalCode } from './archive-refusal.js';
import { isSystemLeftover, licenceFile, wrapperFolder } from './entry-tree.js';

/** What an accepted archive holds. Sizes in bytes. */
export interface ArchiveSummary {
  readonly archiveBytes: number;
  readonly unpackedBytes: number;
  readonly files: number;
  readonly folders: number;
  readonly pythonFiles: number;
  /** The one folder around the package, with its final `/`, or `''`. */
  readonly wrapperFolder: string;
  /** Path of the licence text inside the package, absent when there is none. */
  readonly licenceFile?: string;
}

/** Either a summary, or the first rule the archive breaks. */
export type ArchiveInspection =
  | { readonly accepted: true; readonly summary: ArchiveSummary }
  | { readonly accepted: false; readonly code: ArchiveRefusalCode; readonly reason: string };

/**
 * Proves an uploaded archive harmless: structure, names, sizes, and every entry's content against its checksum.
 * Content is inflated in chunks and dropped, nothing is written to disk.
 *
 * @param path The uploaded file.
 * @throws The file system's error when the file cannot be read; a bad archive is an answer, not an error.
 */
export async function inspectArchive(
  path: string,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
): Promise<ArchiveInspection> {
  try {
    return await withArchive(path, limits, async (archive) => {
      for (const entry of archive.entries) await archive.unpack(entry);
      return { accepted: true, summary: summarise(archive.entries, archive) };
    });
  } catch (error) {
    if (error instanceof ArchiveRefused) return { accepted: false, code: error.code, reason: error.message };
    throw error;
  }
}

function summarise(
  entries: readonly ArchiveEntry[],
  sizes: { readonly fileBytes: number; readonly unpackedBytes: number },
): ArchiveSummary {
  const wrapper = wrapperFolder(entries);
  const files = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
  const inside = files.filter((name) => !isSystemLeftover(name)).map((name) => name.slice(wrapper.length));
  const licence = licenceFile(inside);
  return {
    archiveBytes: sizes.fileBytes,
    unpackedBytes: sizes.unpackedBytes,
    files: files.length,
    folders: entries.length - files.length,
    pythonFiles: inside.filter((name) => /\.py$/i.test(name)).length,
    wrapperFolder: wrapper,
    ...(licence === undefined ? {} : { licenceFile: licence }),
  };
}
