export { ArchiveCheck, type CheckedVersion } from './archive-check.js';
export * from './node-version.errors.js';
export { VersionPath } from './dto/node-version.request.js';
export { ArchiveReceived, ReviewerAnswered, VersionDecided } from './node-version.events.js';
export { NodeVersionsModule } from './node-versions.module.js';
export {
  type JudgedVersion,
  NodeVersionsService,
  type VersionChange,
  type VersionOutcome,
} from './node-versions.service.js';
export { ReviewQueue } from './review-queue.js';
export { pendingVersion } from './publishing.service.js';
export { type SeenInArchive, VersionReports } from './version-reports.js';
export { type SeenVersion, VersionReader } from './version-reader.js';
