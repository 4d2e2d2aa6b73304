import { createHash } from 'node:crypto';
import path from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import { missingPackages } from '@atelier/engines/installed';
import {
  ImageEngine,
  ImageEngineBusy,
  ImageEngineError,
  ImageEngineFailed,
  ImageInterrupted,
  IMAGE_MAX_PIXELS,
  PICTURE_SOURCE_TYPE,
  type ImageOutput,
  type SkinInput,
} from '@atelier/engines/image';
import {
  MediaInputs,
  requestOf,
  type Task,
  TaskFailure,
  type TaskWorkResult,
  type WithReferences,
  WorkInterrupted,
} from '#libs/media/work';
import {
  type MediaContext,
  type MediaProvider,
  type MediaWork,
  ProviderOf,
  ProvidersSettings,
  seedOf,
} from '#libs/media/providers';
import { byProperty } from '#libs/platform/http';
import type { RelightRequest } from './dto/relight.request.js';
import type { SkinEnhancerRequest } from './dto/skin-enhancer.request.js';
import type { StyleTransferRequest } from './dto/style-transfer.request.js';
import { ALL_IMAGE_KINDS, type ImageKind } from './image-kinds.js';
import { ImageProxySettings } from './image-proxy.settings.js';
import { RunImageTaskJob } from './jobs/run-image-task.job.js';

/** CPU seconds for the process with a small picture, and for each further megapixel; measured. */
const START_SECONDS = 0.9;
const MEGAPIXEL_SECONDS: Readonly<Record<ImageKind, number>> = {
  'image-relight': 0.22,
  'image-style-transfer': 0.18,
  'skin-enhancer-faithful': 0.15,
  'skin-enhancer-creative': 0.2,
  'skin-enhancer-flexible': 0.17,
};
/** Assumed for a picture behind a URL, which has not been fetched yet. */
const USUAL_MEGAPIXELS = 4;
const BUSY_PAUSE_SECONDS = 0.5;

type Progress = {
  signal: AbortSignal;
  onProgress: (share: number) => void;
  outputPath: () => Promise<string>;
};

@ProviderOf(...ALL_IMAGE_KINDS)
export class LocalImageProvider implements MediaProvider, OnApplicationShutdown {
  readonly name = 'local';
  readonly isPaid = false;
  readonly job = RunImageTaskJob;
  /** As many as the engine works on. The turns of the callers decide which comes next, not a second line here. */
  readonly concurrency: number;
  private readonly engine: ImageEngine;

  constructor(
    private readonly inputs: MediaInputs,
    settings: ImageProxySettings,
    { engineStallSeconds }: ProvidersSettings,
  ) {
    this.concurrency = settings.threads;
    this.engine = new ImageEngine({
      processes: settings.threads,
      memoryMb: settings.memoryMb,
      limits: { stallMs: engineStallSeconds * 1_000 },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  missingFor(): string[] {
    return missingPackages('image');
  }

  estimateSeconds({ kind, megapixels = USUAL_MEGAPIXELS }: MediaWork): number {
    // A header may claim any size; a larger picture than this fails at once.
    const most = Math.min(megapixels, IMAGE_MAX_PIXELS / 1e6);
    return Math.ceil(START_SECONDS + most * MEGAPIXEL_SECONDS[kind as ImageKind]);
  }

  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    const outputPath = async () => path.join(await context.folder(), 'made');
    const progress = {
      outputPath,
      signal: context.signal,
      onProgress: (share: number) => context.reportProgress(share * 100),
    };
    try {
      const { bytes, contentType, ignoredWords } = await this.render(task, progress);
      const content = bytes.length > 0 ? bytes : { path: await outputPath() };
      return {
        kind: 'succeeded',
        files: [{ role: 'image', content, contentType, sourceType: PICTURE_SOURCE_TYPE }],
        ...(ignoredWords && { details: { ignored_words: ignoredWords } }),
      };
    } catch (error) {
      if (context.signal.aborted) throw error;
      // The line is full, or the process is shutting down and another takes over: neither counts as a failed attempt.
      if (error instanceof ImageEngineBusy) return { kind: 'pending', afterSeconds: BUSY_PAUSE_SECONDS };
      if (error instanceof ImageInterrupted)
        throw new WorkInterrupted(error.code, error.message, { cause: error });
      const isFinal = error instanceof ImageEngineError && !(error instanceof ImageEngineFailed);
      throw isFinal ? new TaskFailure(error.code, error.message, { cause: error }) : error;
    }
  }

  private async render(task: Task, progress: Progress): Promise<ImageOutput> {
    const kind = task.kind as ImageKind;
    const { signal } = progress;
    switch (kind) {
      case 'image-relight': {
        const {
          transfer_light_from_reference_image: reference,
          transfer_light_from_lightmap: lightmap,
          advanced_settings: advanced = {},
          ...fields
        } = requestOf<WithReferences<RelightRequest>>(task);
        const input = {
          ...byProperty(fields),
          ...byProperty(advanced),
          reference: await this.optionalImage(reference, signal),
          lightmap: await this.optionalImage(lightmap, signal),
          image: await this.inputs.loadImage(fields.image, signal),
        };
        return this.engine.relight({ ...input, seed: seedOf(task) }, progress);
      }
      case 'image-style-transfer': {
        const { reference_image: reference, ...fields } =
          requestOf<WithReferences<StyleTransferRequest>>(task);
        const input = {
          ...byProperty(fields),
          reference: await this.inputs.loadImage(reference, signal),
          image: await this.inputs.loadImage(fields.image, signal),
        };
        return this.engine.transferStyle({ ...input, seed: seedOf(task) }, progress);
      }
      case 'skin-enhancer-faithful':
      case 'skin-enhancer-creative':
      case 'skin-enhancer-flexible': {
        const fields = requestOf<WithReferences<SkinEnhancerRequest>>(task);
        const mode = kind.replace('skin-enhancer-', '');
        const image = await this.inputs.loadImage(fields.image, signal);
        const input = { ...byProperty(fields), mode, image, seed: grainSeedOf(image) };
        return this.engine.enhanceSkin(input as SkinInput, progress);
      }
    }
  }

  private async optionalImage(
    reference: string | undefined,
    signal: AbortSignal,
  ): Promise<Uint8Array | undefined> {
    return reference === undefined ? undefined : this.inputs.loadImage(reference, signal);
  }
}

/** The same grain for the same picture: skin requests have no seed. */
function grainSeedOf(image: Uint8Array): number {
  return createHash('sha256').update(image).digest().readUInt32LE(0) >>> 1 || 1;
}
