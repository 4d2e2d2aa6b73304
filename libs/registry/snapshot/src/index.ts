export { signedText, type SnapshotFacts } from './signed-text.js';
export { SnapshotModule } from './snapshot.module.js';
export { SnapshotSettings } from './snapshot.settings.js';
export { Snapshots } from './snapshots.js';
