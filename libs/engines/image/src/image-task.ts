import type { RelightInput } from './relight-settings.js';
import type { SkinInput } from './skin-settings.js';
import type { StyleTransferInput } from './style-transfer-settings.js';

/** A job as the child gets it. */
export type ImageTask = {
  /** Threads libvips may use within the job. */
  readonly decoderThreads: number;
  /** What the process may take. */
  readonly memoryMb: number;
} & (
  | { readonly kind: 'relight'; readonly input: RelightInput }
  | { readonly kind: 'style'; readonly input: StyleTransferInput }
  | { readonly kind: 'skin'; readonly input: SkinInput }
);
