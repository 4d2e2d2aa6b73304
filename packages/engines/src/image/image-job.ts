import type { ImageFormat } from './image-format.js';
import type { RelightInput } from './relight-settings.js';
import type { SkinInput } from './skin-settings.js';
import type { StyleTransferInput } from './style-transfer-settings.js';

/**
 * A job as the child gets it. Its pictures are the bytes of files, 20 MB at most. They are copied to the child's process, and
 * the caller's buffer stays usable.
 */
export type ImageTask = {
  /** Memory limit of the process. */
  readonly memoryMb: number;
} & (
  | { readonly kind: 'relight'; readonly input: RelightInput }
  | { readonly kind: 'style'; readonly input: StyleTransferInput }
  | { readonly kind: 'skin'; readonly input: SkinInput }
  | { readonly kind: 'thumbnail'; readonly input: ThumbnailInput }
  | { readonly kind: 'page'; readonly input: PagePictureInput }
);

export type ThumbnailInput = {
  readonly image: Uint8Array;
  /** Pixels of the longer side at most. */
  readonly side: number;
};

export type PagePictureInput = {
  readonly image: Uint8Array;
  /** Pixels at most; pictures are not enlarged. */
  readonly width: number;
};

/** Facts about a finished picture. */
export type ImageFacts = {
  readonly contentType: `image/${ImageFormat}`;
  /** Pixels, after the orientation tag was applied. */
  readonly width: number;
  readonly height: number;
  /** Words of the prompt that changed nothing, for a picture with a prompt. */
  readonly ignoredWords?: readonly string[];
};

export type ImageOutput = {
  /** The encoded file; empty when it was written to `outputPath`. */
  readonly bytes: Uint8Array;
} & ImageFacts;

/** How to watch and stop a job. */
export type ImageJobOptions = {
  /** Aborting ends the process of the job, and rejects the call with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the share that is done, rising from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Where to write an encoded file of more than 512 kB, so that it is never in the caller's memory. Called when needed. */
  readonly outputPath?: () => Promise<string>;
};

/** Called by the pixel loops every few rows with the share done. */
export type Checkpoint = (share: number) => void;
