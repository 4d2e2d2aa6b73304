export { inspectArchive, type ArchiveInspection } from './inspect-archive.js';
export type { PackageContent } from './package-content.js';
