export { DEFAULT_ARCHIVE_LIMITS, type ArchiveLimits } from './archive-limits.js';
export { ArchiveRefused, type ArchiveRefusalCode } from './archive-refusal.js';
export { inspectArchive, type ArchiveInspection, type ArchiveSummary } from './inspect-archive.js';
export { readPythonSources, type PythonSources } from './read-python-sources.js';
