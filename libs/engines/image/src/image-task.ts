import { type MessagePort } from 'node:worker_threads';
import { type ImageEngineErrorCode } from './image-engine.errors.js';
import { type ImageOutput, type ImageSource } from './image-job.js';
import { type RelightInput } from './relight-settings.js';
import { type SkinInput } from './skin-settings.js';
import { type StyleTransferInput } from './style-transfer-settings.js';

/** What crosses to a worker thread besides the settings. */
export interface ImageTask<Input extends { image: ImageSource }> {
  readonly input: Input;
  /** One cell, shared with the caller's thread; anything but 0 means stop. */
  readonly stop: Int32Array;
  /** Where progress is told, when somebody listens. */
  readonly progress?: MessagePort;
}

export type RelightTask = ImageTask<RelightInput>;
export type StyleTransferTask = ImageTask<StyleTransferInput>;
export type SkinTask = ImageTask<SkinInput>;

/** What comes back. Failures are data: an error's class and code would be lost between threads. */
export type ImageTaskReply =
  | { readonly ok: true; readonly output: ImageOutput }
  | {
      readonly ok: false;
      readonly code: ImageEngineErrorCode;
      readonly message: string;
      readonly detail?: string;
    };

/** Options that the pool gives each of its threads. */
export interface ImageWorkerData {
  /** Threads libvips may use within one job. */
  readonly decoderThreads: number;
}
