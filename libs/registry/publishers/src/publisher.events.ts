/**
 * A publisher was banned or unbanned, renamed, or otherwise changed in what others show of it. Published in the
 * transaction of the change; the nodes module brings its search rows and the change feed up to date.
 */
export class PublisherChanged {
  constructor(
    readonly publisherId: string,
    /** Whether its nodes became visible or invisible. */
    readonly visibilityChanged: boolean,
  ) {}
}
