import type { NodeVersion } from '#libs/version-store';

/** The archive of a version has been found harmless; what it contains can be read now. Published in a transaction. */
export class ArchiveAccepted {
  constructor(
    readonly version: NodeVersion,
    readonly publisherId: string,
  ) {}
}
