export type { ScanFile } from '../archive/index.js';

/** What else is known of a version that is scanned. */
export type ScanContext = {
  /** The folder in which the host would install it; the id of its node. */
  readonly packageName: string;
  /** The node's description and other texts that people and agents read. */
  readonly description?: string;
  /** pip requirements declared beside the archive. */
  readonly dependencies?: readonly string[];
  /** Names of known malicious Python packages, lower case; `name` for all versions, `name==version` for one, without `.0` at its end. */
  readonly knownMalicious?: ReadonlySet<string>;
};
