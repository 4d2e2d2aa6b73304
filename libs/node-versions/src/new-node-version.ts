import { v7 as uuidv7 } from 'uuid';
import { NodeVersion } from '#libs/version-store';
import type { SemanticVersion } from './semantic-version.js';

/** Makes the row of a version that waits for its archive. */
export function pendingVersion(
  input: Pick<NodeVersion, 'nodeId' | 'publishedBy' | 'uploadDeadline'> & Partial<NodeVersion>,
  number: SemanticVersion,
  now: Date,
): NodeVersion {
  return Object.assign(new NodeVersion(), {
    id: uuidv7(),
    version: number.text,
    sortKey: number.sortKey,
    isPrerelease: number.isPrerelease,
    changelog: '',
    dependencies: [],
    deprecated: false,
    status: 'NodeVersionStatusPending',
    statusReason: '',
    supportedOs: [],
    supportedAccelerators: [],
    supportedAppVersion: '',
    supportedAppFrontendVersion: '',
    tags: [],
    tagsAdmin: [],
    appNodeExtractStatus: 'pending',
    appNodeExtractReason: '',
    archiveKey: null,
    archiveBytes: null,
    archiveSha256: null,
    createdAt: now,
    updatedAt: now,
    ...input,
  } satisfies NodeVersion);
}
