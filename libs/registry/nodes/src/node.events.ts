/**
 * Nodes were banned, unbanned, deleted, revived or transferred, or their publisher was banned or unbanned. Published in
 * the transaction of the change.
 */
export class NodeVisibilityChanged {
  constructor(
    readonly nodeIds: readonly string[],
    /** Whether the public sees them now. */
    readonly isVisible: boolean,
  ) {}
}

/** A node was quarantined, or its quarantine ended: it is shown again, or banned for good. In the transaction of the change. */
export class NodeQuarantineChanged {
  constructor(
    readonly nodeId: string,
    readonly publisherId: string,
    readonly became: 'quarantined' | 'released' | 'banned',
    /** Why it is hidden; '' when it is not. */
    readonly reason: string,
  ) {}
}
