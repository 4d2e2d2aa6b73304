/** A file of a package as the rules see it. */
export type ScanFile = {
  /** Inside the package, without the wrapper folder. */
  readonly path: string;
  /** Unpacked size. */
  readonly bytes: number;
  /** In hex, of the whole file. */
  readonly sha256: string;
  /** The text, for a file that is one and was read. */
  readonly text?: string;
  /** The content of any other file; only its first 64 KiB when it is large, or holds pictures, sound or video. */
  readonly content?: Uint8Array;
};

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
