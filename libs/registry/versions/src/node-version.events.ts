/** The archive of a pending version has arrived and waits for its check. Published in a transaction. */
export class ArchiveReceived {
  constructor(
    readonly versionId: string,
    readonly publisherId: string,
  ) {}
}
