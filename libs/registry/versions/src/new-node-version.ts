import { v7 as uuidv7 } from 'uuid';
import type { NewVersionRow, NodeVersion } from '#libs/registry/versions/store';
import type { SemanticVersion } from './semantic-version.js';

/** Makes the row of a version that waits for its archive. */
export function pendingVersion(
  input: Pick<NodeVersion, 'nodeId' | 'publishedBy' | 'uploadDeadline'> & Partial<NodeVersion>,
  { text, sortKey, isPrerelease }: SemanticVersion,
  now: Date,
): NewVersionRow {
  return { id: uuidv7(), version: text, sortKey, isPrerelease, createdAt: now, updatedAt: now, ...input };
}
