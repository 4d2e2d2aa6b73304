import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Prices } from '#libs/media/work';
import { MediaTasks, type PricedWork } from '#libs/media/providers';
import { EXTEND_MODELS, EXTEND_RESOLUTIONS, ExtendVideoRequest } from './dto/extend-video.request.js';
import { ReferenceVideoRequest, StartEndVideoRequest } from './dto/generate-video.request.js';
import { ExtendSources } from './extend-sources.js';
import { VIDEO_BASE, VIDEO_PATHS, type VideoKind } from './video-kinds.js';
import { listSizes } from './video-models.js';
import { completeGeneration } from './video-request.js';

export type PricedVideo = {
  model: string;
  resolution: string;
  duration: number;
  is_rec?: boolean;
  off_peak?: boolean;
};

@Injectable()
export class VideoQuotes implements OnModuleInit {
  constructor(
    private readonly prices: Prices,
    private readonly media: MediaTasks,
    private readonly sources: ExtendSources,
  ) {}

  /** @throws InvalidPriceTable when the table lacks something that the models offer: at the start, not at a request. */
  onModuleInit(): void {
    this.prices.offer(listSizes().map((size) => (prices) => prices.video(size)));
    const extended = EXTEND_MODELS.flatMap((model) =>
      EXTEND_RESOLUTIONS.map((resolution) => ({ model, resolution, durationSeconds: 1 })),
    );
    this.prices.offer(extended.map((run) => (prices) => prices.videoExtension(run)));
    this.register('video-start-end', StartEndVideoRequest, completeGeneration);
    this.register('video-reference', ReferenceVideoRequest, completeGeneration);
    this.register('video-extend', ExtendVideoRequest, (request) => {
      this.sources.refuseUnnamed(request);
      return request;
    });
  }

  workOf(kind: VideoKind, request: PricedVideo): PricedWork {
    const { model, resolution, duration, is_rec = false, off_peak = false } = request;
    const work = { model, resolution, durationSeconds: duration };
    const basis = { model, resolution, duration };
    if (kind === 'video-extend') return { basis, price: () => this.prices.videoExtension(work), work };
    const full = { ...work, usesRecommendedPrompt: is_rec, isOffPeak: off_peak };
    return { basis: { ...basis, is_rec, off_peak }, price: () => this.prices.video(full), work };
  }

  private register<T extends object>(
    kind: VideoKind,
    request: new () => T,
    complete: (read: T) => PricedVideo,
  ): void {
    this.media.quoteFor({
      kinds: [kind],
      endpoint: `/${VIDEO_BASE}/${VIDEO_PATHS[kind]}`,
      request,
      workOf: (read) => ({ kind, ...this.workOf(kind, complete(read)) }),
    });
  }
}
