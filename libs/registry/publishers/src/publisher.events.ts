import type { Publisher } from './publisher.entity.js';

/**
 * A publisher was banned, unbanned or renamed, its review began or ended, or something else that others show of it changed. Published in the
 * transaction of the change. The nodes module updates its search rows and the change feed.
 */
export class PublisherChanged {
  constructor(
    readonly publisherId: string,
    /** Whether its nodes became visible or invisible. */
    readonly visibilityChanged: boolean,
  ) {}
}

/** A publisher was created, or its owner changed its name. Published in the transaction of the change. The nodes module judges it. */
export class PublisherNamed {
  constructor(readonly publisher: Pick<Publisher, 'id' | 'name'>) {}
}
