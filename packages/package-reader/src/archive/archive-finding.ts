/** Why the archive was refused, what a reviewer should look at, or what is good to know. */
export const FINDING_SEVERITIES = ['refused', 'warning', 'note'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

export type ArchiveFinding = {
  readonly severity: FindingSeverity;
  /** Stable name of the finding. */
  readonly code: string;
  /** A sentence for the publisher and the reviewer. */
  readonly message: string;
  /** The file; absent when the finding is about the whole archive. */
  readonly path?: string;
  /** The first few lines of the file that show it, from 1. */
  readonly lines?: readonly number[];
};

export type ArchiveFile = {
  /** As in the findings: without the folder around the package, unless the archive was refused. */
  readonly path: string;
  /** Unpacked size in bytes; for a refused archive, the size that it declares. */
  readonly bytes: number;
};
