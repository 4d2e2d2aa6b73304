/** What a finding says: why the archive was refused, what a reviewer should look at, or what is good to know. */
export const FINDING_SEVERITIES = ['refused', 'warning', 'note'] as const;
/** One of `FINDING_SEVERITIES`. */
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** Something that was seen in an archive. */
export type ArchiveFinding = {
  readonly severity: FindingSeverity;
  /** Stable name of what was seen. */
  readonly code: string;
  /** A sentence for the publisher and the reviewer. */
  readonly message: string;
  /** The file; absent when it is about the whole archive. */
  readonly path?: string;
  /** The first few lines of the file that show it, from 1. */
  readonly lines?: readonly number[];
};

/** A file of an archive. */
export type ArchiveFile = {
  /** As in the findings: without a folder that wraps the whole package, unless the archive was refused. */
  readonly path: string;
  /** Unpacked size in bytes; of a refused archive the one that it declares. */
  readonly bytes: number;
};
