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
