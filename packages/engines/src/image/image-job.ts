import type { ImageFormat } from './image-format.js';
import type { RelightInput } from './relight-settings.js';
import type { SkinInput } from './skin-settings.js';
import type { StyleTransferInput } from './style-transfer-settings.js';

/**
 * A job as the child gets it. Its pictures are the bytes of files, 20 MB at most; they are copied to the process that works on them,
 * and the caller's own buffer stays usable.
 */
export type ImageTask = {
  /** What the process may take. */
  readonly memoryMb: number;
} & (
  | { readonly kind: 'relight'; readonly input: RelightInput }
  | { readonly kind: 'style'; readonly input: StyleTransferInput }
  | { readonly kind: 'skin'; readonly input: SkinInput }
  | { readonly kind: 'thumbnail'; readonly input: ThumbnailInput }
);

/** A picture that is to be shown small. */
export type ThumbnailInput = {
  readonly image: Uint8Array;
  /** Pixels of the longer side at most. */
  readonly side: number;
};

/** What is said of a finished picture. */
export type ImageFacts = {
  readonly contentType: `image/${ImageFormat}`;
  /** Pixels, after the orientation tag was applied. */
  readonly width: number;
  readonly height: number;
  /** Words of the prompt that changed nothing, for a picture with a prompt. */
  readonly ignoredWords?: readonly string[];
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
  /** Where an encoded file of more than 512 kB goes: it is never in the caller's memory then. Asked for when it is needed. */
  readonly outputPath?: () => Promise<string>;
};

/** Asked by the pixel loops every few rows: reports how far they are. */
export type Checkpoint = (share: number) => void;
