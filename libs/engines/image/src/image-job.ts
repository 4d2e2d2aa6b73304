/**
 * A picture: the bytes of its file, or where that file lies. Bytes are copied to the process (20 MB at most), a path
 * is read there; the caller's own buffer stays usable.
 */
export type ImageSource = Uint8Array | { readonly path: string };

/** A finished picture. */
export interface ImageOutput {
  /** The encoded file. */
  readonly bytes: Uint8Array;
  readonly contentType: 'image/png' | 'image/jpeg';
  /** Pixels, after the orientation tag was applied. */
  readonly width: number;
  readonly height: number;
}

/** How a job is watched and stopped. */
export interface ImageJobOptions {
  /** Aborting ends the process of the job, and rejects the call with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the share that is done, rising from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Asked by the pixel loops every few rows: reports how far they are. */
export type Checkpoint = (share: number) => void;
