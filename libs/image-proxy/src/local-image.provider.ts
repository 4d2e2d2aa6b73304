import path from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  ImageEngine,
  ImageEngineBusy,
  ImageEngineError,
  ImageEngineFailed,
  type ImageOutput,
  ImageProcessKilled,
  type RelightInput,
  type SkinInput,
  type StyleTransferInput,
} from '#libs/engines/image';
import { MediaInputs, type WithReferences } from '#libs/media-inputs';
import { type MediaContext, type MediaProvider, ProviderOf, seedOf } from '#libs/providers';
import { requestOf, type Task, TaskFailure, type TaskWorkResult, WorkInterrupted } from '#libs/tasks';
import type { RelightRequest } from './dto/relight.request.js';
import type {
  CreativeSkinRequest,
  FaithfulSkinRequest,
  FlexibleSkinRequest,
} from './dto/skin-enhancer.request.js';
import type { StyleTransferRequest } from './dto/style-transfer.request.js';
import { ALL_IMAGE_KINDS, type ImageKind } from './image-kinds.js';
import { ImageProxySettings } from './image-proxy.settings.js';
import { RunImageTaskJob } from './jobs/run-image-task.job.js';

const ESTIMATED_SECONDS = 2;
const BUSY_PAUSE_SECONDS = 0.5;

type Progress = { signal: AbortSignal; onProgress: (share: number) => void; outputPath: string };

/** Does image tasks with the built-in engine. */
@ProviderOf(...ALL_IMAGE_KINDS)
export class LocalImageProvider implements MediaProvider, OnApplicationShutdown {
  readonly name = 'local';
  readonly isConfigured = true;
  readonly isPaid = false;
  readonly isWakeable = false;
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
    const outputPath = path.join(await context.folder(), 'made');
    const progress = {
      outputPath,
      signal: context.signal,
      onProgress: (share: number) => context.reportProgress(share * 100),
    };
    try {
      const { contentType } = await this.render(task, progress);
      return { kind: 'succeeded', files: [{ role: 'image', content: { path: outputPath }, contentType }] };
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
    const seed = seedOf(task);
    switch (kind) {
      case 'image-relight':
        return this.engine.relight(
          await this.relightInput(requestOf<WithReferences<RelightRequest>>(task), seed, progress.signal),
          progress,
        );
      case 'image-style-transfer':
        return this.engine.transferStyle(
          await this.styleInput(requestOf<WithReferences<StyleTransferRequest>>(task), seed, progress.signal),
          progress,
        );
      case 'skin-enhancer-faithful':
      case 'skin-enhancer-creative':
      case 'skin-enhancer-flexible':
        return this.engine.enhanceSkin(await this.skinInput(kind, task, seed, progress.signal), progress);
    }
  }

  private async relightInput(
    request: WithReferences<RelightRequest>,
    seed: number,
    signal: AbortSignal,
  ): Promise<RelightInput> {
    const advanced = request.advanced_settings;
    const reference = await this.optionalImage(request.transfer_light_from_reference_image, signal);
    const lightmap = await this.optionalImage(request.transfer_light_from_lightmap, signal);
    return {
      image: await this.inputs.loadImage(request.image, signal),
      ...(reference ? { reference } : {}),
      ...(lightmap ? { lightmap } : {}),
      prompt: request.prompt ?? '',
      lightTransferStrength: request.light_transfer_strength,
      style: request.style,
      changeBackground: request.change_background,
      interpolateFromOriginal: request.interpolate_from_original,
      preserveDetails: request.preserve_details,
      seed,
      ...(advanced
        ? {
            whites: advanced.whites,
            blacks: advanced.blacks,
            brightness: advanced.brightness,
            contrast: advanced.contrast,
            saturation: advanced.saturation,
            engine: advanced.engine,
            transferLightA: advanced.transfer_light_a,
            transferLightB: advanced.transfer_light_b,
            fixedGeneration: advanced.fixed_generation,
          }
        : {}),
    };
  }

  private async styleInput(
    request: WithReferences<StyleTransferRequest>,
    seed: number,
    signal: AbortSignal,
  ): Promise<StyleTransferInput> {
    return {
      image: await this.inputs.loadImage(request.image, signal),
      reference: await this.inputs.loadImage(request.reference_image, signal),
      prompt: request.prompt ?? '',
      styleStrength: request.style_strength,
      structureStrength: request.structure_strength,
      engine: request.engine,
      flavor: request.flavor,
      isPortrait: request.is_portrait,
      portraitStyle: request.portrait_style,
      ...(request.portrait_beautifier ? { portraitBeautifier: request.portrait_beautifier } : {}),
      fixedGeneration: request.fixed_generation,
      seed,
    };
  }

  private async skinInput(
    kind: ImageKind,
    task: Task,
    seed: number,
    signal: AbortSignal,
  ): Promise<SkinInput> {
    const { image, sharpen, smart_grain: smartGrain } = requestOf<WithReferences<CreativeSkinRequest>>(task);
    const common = { image: await this.inputs.loadImage(image, signal), sharpen, smartGrain, seed };
    if (kind === 'skin-enhancer-faithful') {
      return { ...common, mode: 'faithful', skinDetail: requestOf<FaithfulSkinRequest>(task).skin_detail };
    }
    if (kind === 'skin-enhancer-flexible') {
      return {
        ...common,
        mode: 'flexible',
        optimizedFor: requestOf<FlexibleSkinRequest>(task).optimized_for,
      };
    }
    return { ...common, mode: 'creative' };
  }

  private async optionalImage(
    reference: string | undefined,
    signal: AbortSignal,
  ): Promise<Uint8Array | undefined> {
    return reference === undefined ? undefined : this.inputs.loadImage(reference, signal);
  }
}
