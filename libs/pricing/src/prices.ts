import type { ModelPrices, PriceByLength, PriceTable } from './price-table.js';

/** A video run to be priced. */
export type VideoRun = {
  model: string;
  resolution: string;
  /** Whole seconds, 1 or more; for an extension those that are added. */
  durationSeconds: number;
  usesRecommendedPrompt?: boolean;
  isOffPeak?: boolean;
};

/** What runs cost, by the price table of this installation. Prices are whole credits. */
export class Prices {
  constructor(private readonly table: PriceTable) {}

  /** Version of the table. */
  get version(): string {
    return this.table.version;
  }

  /** @throws Error when the table has no price for the kind. */
  image(kind: string): number {
    return whole(found(this.table.image[kind], `the image kind ${kind}`));
  }

  /** @throws Error when the table has no price for the model at the resolution. */
  video(run: VideoRun): number {
    const { generation, recommendedPrompt, offPeakShare } = this.table.video;
    const base = byLength(priceOf(generation, run), run.durationSeconds);
    const full = base + (run.usesRecommendedPrompt ? recommendedPrompt : 0);
    return whole(run.isOffPeak ? full * offPeakShare : full);
  }

  /** @throws Error when the table has no price for the model at the resolution. */
  videoExtension(run: VideoRun): number {
    return whole(byLength(priceOf(this.table.video.extension, run), run.durationSeconds));
  }

  /** Music for a text of `durationSeconds`. */
  musicFromText(durationSeconds: number): number {
    return whole(this.table.music.perTextSecond * durationSeconds);
  }

  /** Music for a video of `durationSeconds`. */
  musicFromVideo(durationSeconds: number): number {
    return whole(this.table.music.perVideoSecond * durationSeconds);
  }
}

function priceOf(prices: ModelPrices, { model, resolution }: VideoRun): PriceByLength {
  return found(prices[model]?.[resolution], `the video model ${model} at ${resolution}`);
}

function byLength({ first, perSecond }: PriceByLength, seconds: number): number {
  const listed = first[Math.min(seconds, first.length) - 1] ?? 0;
  return listed + perSecond * Math.max(0, seconds - first.length);
}

/** Rounded up; the guard is for products such as 0.1 × 30. */
function whole(credits: number): number {
  return Math.ceil(credits - 1e-9);
}

function found<T>(price: T | undefined, what: string): T {
  if (price === undefined) throw new Error(`The price table has no price for ${what}`);
  return price;
}
