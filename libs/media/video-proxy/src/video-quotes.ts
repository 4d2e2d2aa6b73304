import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type GivenQuote, Prices, type Quote, Quoters } from '#libs/media/work';
import { MediaProviders } from '#libs/media/providers';
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

  /** @throws InvalidPriceTable when the table lacks something that the models offer: better now than for a caller. */
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

  /**
   * Price and usual length of a run.
   * @throws NoPrice when it is not on sale, or as the quote does.
   */
  price(kind: VideoKind, request: PricedVideo, given?: GivenQuote): Quote {
    const { model, resolution, duration, is_rec = false, off_peak = false } = request;
    const run = { model, resolution, durationSeconds: duration };
    const full = { ...run, usesRecommendedPrompt: is_rec, isOffPeak: off_peak };
    const isExtension = kind === 'video-extend';
    const basis = { model, resolution, duration, ...(isExtension ? {} : { is_rec, off_peak }) };
    const credits =
      given?.creditsFor(kind, basis) ??
      (isExtension ? this.prices.videoExtension(run) : this.prices.video(full));
    return { credits, basis, ...this.providers.estimate({ kind, ...run }) };
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
