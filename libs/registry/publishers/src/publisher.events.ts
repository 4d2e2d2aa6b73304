/**
 * A publisher was banned, unbanned or renamed, or something else that others show of it changed. Published in the
 * transaction of the change. The nodes module updates its search rows and the change feed.
 */
export class PublisherChanged {
  constructor(
    readonly publisherId: string,
    /** Whether its nodes became visible or invisible. */
    readonly visibilityChanged: boolean,
  ) {}
}
