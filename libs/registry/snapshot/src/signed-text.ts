/** What a mirror must know of a snapshot before it reads it. */
export type SnapshotFacts = {
  createdAt: string;
  bytes: number;
  sha256: string;
  nodes: number;
  versions: number;
  cursor: string;
};

/** The text whose signature `GET /registry/snapshot` has. */
export function signedText(facts: SnapshotFacts): string {
  const { createdAt, bytes, sha256, nodes, versions, cursor } = facts;
  return ['atelier-snapshot-1', createdAt, bytes, sha256, nodes, versions, cursor].join('\n');
}
