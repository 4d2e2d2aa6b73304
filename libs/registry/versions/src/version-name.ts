import type { Actor } from '#libs/accounts/audit';
import type { NodeVersion } from '#libs/registry/versions/store';

/** What the audit log calls a version. */
export function nameOf({ nodeId, version }: Pick<NodeVersion, 'nodeId' | 'version'>): string {
  return `${nodeId}@${version}`;
}

/** Who published a version, and by which token. */
export function publisherOf({ publishedBy, publishedByToken }: NodeVersion): Actor {
  return { userId: publishedBy, ...(publishedByToken === null ? {} : { tokenId: publishedByToken }) };
}
