import path from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  ImageEngine,
  ImageEngineBusy,
  ImageEngineError,
  ImageEngineFailed,
  type ImageOutput,
  ImageProcessKilled,
  type SkinInput,
} from '#libs/engines/image';
import { MediaInputs, type WithReferences } from '#libs/media-inputs';
import { type MediaContext, type MediaProvider, ProviderOf, seedOf } from '#libs/providers';
import { requestOf, type Task, TaskFailure, type TaskWorkResult, WorkInterrupted } from '#libs/tasks';
import type { RelightRequest } from './dto/relight.request.js';
import type { SkinEnhancerRequest } from './dto/skin-enhancer.request.js';
import type { StyleTransferRequest } from './dto/style-transfer.request.js';
import { ALL_IMAGE_KINDS, type ImageKind } from './image-kinds.js';
import { ImageProxySettings } from './image-proxy.settings.js';
import { RunImageTaskJob } from './jobs/run-image-task.job.js';

const ESTIMATED_SECONDS = 2;
const BUSY_PAUSE_SECONDS = 0.5;

type Progress = {
  signal: AbortSignal;
  onProgress: (share: number) => void;
  outputPath: () => Promise<string>;
};

/** Does image tasks with the built-in engine. */
@ProviderOf(...ALL_IMAGE_KINDS)
export class LocalImageProvider implements MediaProvider, OnApplicationShutdown {
  readonly name = 'local';
  readonly isPaid = false;
  readonly isRepeatable = true;
  readonly job = RunImageTaskJob;
  /** No more than the engine works on: who is next is decided by the turns of the callers, not by a line of its own. */
  readonly concurrency: number;
  private readonly engine: ImageEngine;

  constructor(
    private readonly inputs: MediaInputs,
    settings: ImageProxySettings,
  ) {
    this.concurrency = settings.threads;
    this.engine = new ImageEngine({ processes: settings.threads, memoryMb: settings.memoryMb });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  estimateSeconds(): number {
    return ESTIMATED_SECONDS;
  }

  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    const outputPath = async () => path.join(await context.folder(), 'made');
    const progress = {
      outputPath,
      signal: context.signal,
      onProgress: (share: number) => context.reportProgress(share * 100),
    };
    try {
      const { bytes, contentType } = await this.render(task, progress);
      const content = bytes.length > 0 ? bytes : { path: await outputPath() };
      return { kind: 'succeeded', files: [{ role: 'image', content, contentType }] };
    } catch (error) {
      if (context.signal.aborted) throw error;
      // The line is full, or the process ends and another takes over: neither is a failed attempt.
      if (error instanceof ImageEngineBusy) return { kind: 'pending', afterSeconds: BUSY_PAUSE_SECONDS };
      if (error instanceof ImageProcessKilled) throw new WorkInterrupted(error.message, { cause: error });
      const isFinal = error instanceof ImageEngineError && !(error instanceof ImageEngineFailed);
      throw isFinal ? new TaskFailure(error.code, error.message, { cause: error }) : error;
    }
  }

  private async render(task: Task, progress: Progress): Promise<ImageOutput> {
    const kind = task.kind as ImageKind;
    const { signal } = progress;
    const seed = seedOf(task);
    switch (kind) {
      case 'image-relight': {
        const {
          transfer_light_from_reference_image: reference,
          transfer_light_from_lightmap: lightmap,
          advanced_settings: advanced = {},
          ...fields
        } = requestOf<WithReferences<RelightRequest>>(task);
        const input = {
          ...inEngineWords(fields),
          ...inEngineWords(advanced),
          reference: await this.optionalImage(reference, signal),
          lightmap: await this.optionalImage(lightmap, signal),
          image: await this.inputs.loadImage(fields.image, signal),
        };
        return this.engine.relight({ ...input, seed }, progress);
      }
      case 'image-style-transfer': {
        const { reference_image: reference, ...fields } =
          requestOf<WithReferences<StyleTransferRequest>>(task);
        const input = {
          ...inEngineWords(fields),
          reference: await this.inputs.loadImage(reference, signal),
          image: await this.inputs.loadImage(fields.image, signal),
        };
        return this.engine.transferStyle({ ...input, seed }, progress);
      }
      case 'skin-enhancer-faithful':
      case 'skin-enhancer-creative':
      case 'skin-enhancer-flexible': {
        const fields = requestOf<WithReferences<SkinEnhancerRequest>>(task);
        const mode = kind.replace('skin-enhancer-', '');
        const image = await this.inputs.loadImage(fields.image, signal);
        return this.engine.enhanceSkin(
          { ...inEngineWords(fields), mode, image, seed } as SkinInput,
          progress,
        );
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

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The engine calls its settings as we call our fields, but in camel case. */
function inEngineWords<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields as CamelCase<Name>]: Fields[Name] } {
  const entries = Object.entries(fields).map(([name, value]) => [
    name.replace(/_./g, (joint) => joint.charAt(1).toUpperCase()),
    value as unknown,
  ]);
  return Object.fromEntries(entries) as { [Name in keyof Fields as CamelCase<Name>]: Fields[Name] };
}
