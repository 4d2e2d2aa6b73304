import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Prices, type Quote, Quoters } from '#libs/pricing';
import { MediaProviders } from '#libs/providers';
import { EXTEND_MODELS, EXTEND_RESOLUTIONS, ExtendVideoRequest } from './dto/extend-video.request.js';
import { ReferenceVideoRequest, StartEndVideoRequest } from './dto/generate-video.request.js';
import { ExtendSources } from './extend-sources.js';
import { VIDEO_BASE, VIDEO_PATHS, type VideoKind } from './video-kinds.js';
import { listSizes } from './video-models.js';
import { completeGeneration } from './video-request.js';

/** What the price of a video depends on. */
export type PricedVideo = {
  model: string;
  resolution: string;
  duration: number;
  is_rec?: boolean;
  off_peak?: boolean;
};

/** Prices video requests. */
@Injectable()
export class VideoQuotes implements OnModuleInit {
  constructor(
    private readonly prices: Prices,
    private readonly quoters: Quoters,
    private readonly providers: MediaProviders,
    private readonly sources: ExtendSources,
  ) {}

  /** @throws Error when the price table lacks something that the models offer: better now than for a caller. */
  onModuleInit(): void {
    for (const size of listSizes()) this.prices.video(size);
    for (const model of EXTEND_MODELS)
      for (const resolution of EXTEND_RESOLUTIONS)
        this.prices.videoExtension({ model, resolution, durationSeconds: 1 });
    this.register('video-start-end', StartEndVideoRequest, completeGeneration);
    this.register('video-reference', ReferenceVideoRequest, completeGeneration);
    this.register('video-extend', ExtendVideoRequest, (request) => {
      this.sources.refuseUnnamed(request);
      return request;
    });
  }

  /** Price and usual length of a run. */
  price(kind: VideoKind, request: PricedVideo): Quote {
    const run = {
      model: request.model,
      resolution: request.resolution,
      durationSeconds: request.duration,
      usesRecommendedPrompt: request.is_rec ?? false,
      isOffPeak: request.off_peak ?? false,
    };
    return {
      credits: kind === 'video-extend' ? this.prices.videoExtension(run) : this.prices.video(run),
      estimatedSeconds: this.providers.current(kind).estimateSeconds({ kind, ...run }),
    };
  }

  private register<T extends object>(
    kind: VideoKind,
    request: new () => T,
    complete: (read: T) => PricedVideo,
  ): void {
    this.quoters.register({
      kind,
      endpoint: `/${VIDEO_BASE}/${VIDEO_PATHS[kind]}`,
      request,
      quote: (read) => this.price(kind, complete(read)),
    });
  }
}
