/** Why the archive was refused, why a version waits for a reviewer, what is worth a look, or what is good to know. */
export const FINDING_SEVERITIES = ['refused', 'held', 'warning', 'note'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

export type ArchiveFinding = {
  readonly severity: FindingSeverity;
  /** Stable name of the finding: the id of its rule. */
  readonly code: string;
  /** The version of the rule; absent for findings of the archive's check. */
  readonly ruleVersion?: number;
  /** A sentence for the publisher and the reviewer. */
  readonly message: string;
  /** The file; absent when the finding is about the whole archive. */
  readonly path?: string;
  /** The first few lines of the file that show it, from 1. */
  readonly lines?: readonly number[];
  /** The text of the first line, cut to 200 characters, with invisible characters as code points. */
  readonly excerpt?: string;
  /** SHA-256 of the file in hex. */
  readonly sha256?: string;
  /** Whether the rule is on trial: then the finding counts for nothing. */
  readonly isShadow?: boolean;
  /** Whether a reviewer has approved the rule and the file for this node: then it does not count either. */
  readonly isApproved?: boolean;
};

export type ArchiveFile = {
  /** As in the findings: without the folder around the package, unless the archive was refused. */
  readonly path: string;
  /** Unpacked size in bytes; for a refused archive, the size that it declares. */
  readonly bytes: number;
};
