import type { NodeVersionStatus } from '#libs/registry/versions/store';

/** The check or an admin gave a version a status that its publisher should hear of. Published in the transaction. */
export class VersionDecided {
  constructor(
    readonly publisherId: string,
    readonly nodeId: string,
    readonly version: string,
    readonly status: NodeVersionStatus,
    readonly reason: string,
    /** Until when the publisher may answer; null for a version that is active. */
    readonly appealUntil: Date | null,
  ) {}
}

/** A reviewer wrote to the publisher of a version. Published in the transaction. */
export class ReviewerAnswered {
  constructor(
    readonly publisherId: string,
    readonly nodeId: string,
    readonly version: string,
    readonly text: string,
  ) {}
}

/** The archive of a pending version has arrived and waits for its check. Published in a transaction. */
export class ArchiveReceived {
  constructor(
    readonly versionId: string,
    readonly publisherId: string,
  ) {}
}
