import type { NodeVersion } from './node-version.entity.js';

/** The archive of a version has been found harmless; what it contains can be read now. Published in a transaction. */
export class ArchiveAccepted {
  constructor(
    readonly version: NodeVersion,
    readonly publisherId: string,
  ) {}
}
