import type { Actor } from '#libs/accounts/audit';
import type { NodeVersion } from '#libs/registry/versions/store';

/** The name of a version in the audit log. */
export function nameOf({ nodeId, version }: Pick<NodeVersion, 'nodeId' | 'version'>): string {
  return `${nodeId}@${version}`;
}

export function publisherOf({ publishedBy, publishedByToken }: NodeVersion): Actor {
  return { userId: publishedBy, ...(publishedByToken === null ? {} : { tokenId: publishedByToken }) };
}
