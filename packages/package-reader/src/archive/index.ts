export {
  type ArchiveFile,
  type ArchiveFinding,
  FINDING_SEVERITIES,
  type FindingSeverity,
} from './archive-finding.js';
export { beginsLikeZip } from './archive-layout.js';
export { inspectArchive, type ArchiveInspection } from './inspect-archive.js';
export type { PackageContent } from './package-content.js';
export { decodePython } from './python-text.js';
export type { ScanFile } from './scan-file.js';
export { readArchiveFile, type ReadFile } from './survey-archive.js';
