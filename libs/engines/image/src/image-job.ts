/**
 * A picture: the bytes of its file, or where that file lies; 20 MB at most. The bytes are copied to the process that works on
 * it, which can reach no files; the caller's own buffer stays usable.
 */
export type ImageSource = Uint8Array | { readonly path: string };

/** What is said of a finished picture. */
export type ImageFacts = {
  readonly contentType: 'image/png' | 'image/jpeg';
  /** Pixels, after the orientation tag was applied. */
  readonly width: number;
  readonly height: number;
};

/** A finished picture. */
export type ImageOutput = {
  /** The encoded file; empty when it was written to `outputPath`. */
  readonly bytes: Uint8Array;
} & ImageFacts;

/** How a job is watched and stopped. */
export type ImageJobOptions = {
  /** Aborting ends the process of the job, and rejects the call with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the share that is done, rising from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Where the encoded file goes: a large one is never in the caller's memory then. */
  readonly outputPath?: string;
};

/** Asked by the pixel loops every few rows: reports how far they are. */
export type Checkpoint = (share: number) => void;
