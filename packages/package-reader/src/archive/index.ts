export {
  type ArchiveFile,
  type ArchiveFinding,
  FINDING_SEVERITIES,
  type FindingSeverity,
} from './archive-finding.js';
export { beginsLikeZip } from './archive-layout.js';
export { inspectArchive, type ArchiveInspection } from './inspect-archive.js';
export type { PackageContent } from './package-content.js';
export { type PackagePage, README_FORMATS, type ReadmeFormat, readPackagePage } from './package-page.js';
export { decodePython, PYTHON_FILE } from './python-text.js';
export { HEAD_BYTES, isMedia, isText, sha256Of } from './scan-file-keeper.js';
export type { ScanFile } from './scan-file.js';
export { readArchiveFile, type ReadFile } from './survey-archive.js';
