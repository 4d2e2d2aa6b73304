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
