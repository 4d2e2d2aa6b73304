import type { ArchiveFile, ArchiveFinding } from './archive-finding.js';
import { DEFAULT_ARCHIVE_LIMITS, type ArchiveLimits } from './archive-limits.js';
import { withArchive } from './archive-reader.js';
import { ArchiveRefused, type ArchiveRefusalCode } from './archive-refusal.js';
import { codeSigns } from './code-signs.js';
import { readContent, type PackageContent } from './package-content.js';
import { surveyArchive } from './survey-archive.js';

/** Either what is in the package, or the first rule the archive breaks; and what was seen, for the report. */
export type ArchiveInspection = {
  readonly files: readonly ArchiveFile[];
  readonly findings: readonly ArchiveFinding[];
} & (
  | { readonly accepted: true; readonly content: PackageContent }
  | { readonly accepted: false; readonly code: ArchiveRefusalCode; readonly reason: string }
);

/**
 * Checks that an uploaded archive is harmless: structure, names, sizes, and every entry's content against its checksum. Content is
 * inflated in chunks; only the texts of the package are kept, and nothing is written to disk.
 *
 * @param path The uploaded file.
 * @throws The file system's error when the file cannot be read. A bad archive is a result, not an error.
 */
export async function inspectArchive(
  path: string,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
): Promise<ArchiveInspection> {
  try {
    const { content, files } = await withArchive(path, limits, (archive) => readContent(archive, limits));
    return { accepted: true, content, files, findings: await codeSigns(content) };
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    const { code, message: reason } = error;
    const { files, findings } = await surveyArchive(path, limits);
    const isNamed = findings.some(({ message }) => message === reason);
    const refusal: ArchiveFinding = { severity: 'refused', code, message: reason };
    return { accepted: false, code, reason, files, findings: isNamed ? findings : [refusal, ...findings] };
  }
}
