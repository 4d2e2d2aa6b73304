import {
  InvalidPriceTable,
  type ModelPrice,
  type ModelPrices,
  type PriceByLength,
  type PriceTable,
} from './price-table.js';
import { NoPrice } from './pricing.errors.js';

export type VideoRun = {
  model: string;
  resolution: string;
  /** Whole seconds, 1 or more; for an extension the added seconds. */
  durationSeconds: number;
  usesRecommendedPrompt?: boolean;
  isOffPeak?: boolean;
};

/** Looks up the price of something that is offered. */
type Offer = (prices: Prices) => number;

/** Less than any rate adds to a price, and more than the error of products of binary fractions, such as 0.1 × 30. */
const PRODUCT_ERROR = 5e-7;

/** The prices of this installation, in whole credits. */
export class Prices {
  private readonly offers: Offer[] = [];

  constructor(private table: PriceTable) {}

  get current(): PriceTable {
    return this.table;
  }

  get version(): string {
    return this.table.version;
  }

  /**
   * Declares what is offered: every table must have a price for it, or `null` if it is not for sale.
   * @throws InvalidPriceTable naming everything the table lacks.
   */
  offer(offers: readonly Offer[]): void {
    this.requireAll(offers);
    this.offers.push(...offers);
  }

  /** @throws InvalidPriceTable naming everything offered that the table lacks. */
  requireComplete(table: PriceTable): void {
    new Prices(table).requireAll(this.offers);
  }

  /** Uses another complete table from now on. */
  replace(table: PriceTable): void {
    this.table = table;
  }

  /** @throws NoPrice when the kind is not for sale. */
  image(kind: string): number {
    return whole(found(this.table.image[kind], `the image kind ${kind}`));
  }

  /** @throws NoPrice when the model is not for sale at the resolution. */
  video(run: VideoRun): number {
    const { generation, recommendedPrompt, offPeakShare } = this.table.video;
    const base = byLength(priceOf(generation, run), run.durationSeconds);
    const full = base + (run.usesRecommendedPrompt ? recommendedPrompt : 0);
    return whole(run.isOffPeak ? full * offPeakShare : full);
  }

  /** @throws NoPrice when the model is not for sale at the resolution. */
  videoExtension(run: VideoRun): number {
    const price = priceOf(this.table.video.extension, run, 'an extension by ');
    return whole(byLength(price, run.durationSeconds));
  }

  /**
   * Music for a text of `durationSeconds`.
   * @throws NoPrice when it is not for sale.
   */
  musicFromText(durationSeconds: number): number {
    return whole(found(this.table.music.perTextSecond, 'music from text') * durationSeconds);
  }

  /**
   * Music for a video of `durationSeconds`.
   * @throws NoPrice when it is not for sale.
   */
  musicFromVideo(durationSeconds: number): number {
    return whole(found(this.table.music.perVideoSecond, 'music for a video') * durationSeconds);
  }

  /** The price of a model that callers name; undefined when it is not for sale. */
  ofModel(kind: string, model: string): ModelPrice | undefined {
    const prices = this.table.models?.[kind] ?? {};
    return (Object.hasOwn(prices, model) ? prices[model] : prices['*']) ?? undefined;
  }

  /**
   * A task of a model that callers name.
   * @param size Seconds that are made, characters that are spoken.
   * @throws NoPrice when it is not for sale.
   */
  model(kind: string, model: string, size: { duration?: number; characters?: number }): number {
    const price = found(this.ofModel(kind, model) ?? null, `${kind} by the model ${model}`);
    const { perTask = 0, perSecond = 0, perThousandCharacters = 0 } = price;
    const { duration = 0, characters = 0 } = size;
    return whole(perTask + perSecond * duration + (perThousandCharacters * characters) / 1_000);
  }

  private requireAll(offers: readonly Offer[]): void {
    const missing = new Set(offers.flatMap((offer) => missingPrice(() => offer(this))));
    if (missing.size > 0)
      throw new InvalidPriceTable(
        `The price table is wrong: it has no price for ${[...missing].join(', ')}.`,
      );
  }
}

/** The table has no entry, not even `null`. Never thrown for what was offered. */
class MissingPrice extends Error {
  constructor(readonly what: string) {
    super(`The price table has no price for ${what}`);
  }
}

function missingPrice(ask: () => number): string[] {
  try {
    ask();
    return [];
  } catch (error) {
    if (error instanceof MissingPrice) return [error.what];
    if (error instanceof NoPrice) return [];
    throw error;
  }
}

function priceOf(
  prices: ModelPrices,
  { model, resolution }: VideoRun,
  which = 'the video model ',
): PriceByLength {
  return found(prices[model]?.[resolution], `${which}${model} at ${resolution}`);
}

function byLength({ first, perSecond }: PriceByLength, seconds: number): number {
  const listed = first[Math.min(seconds, first.length) - 1] ?? 0;
  return listed + perSecond * Math.max(0, seconds - first.length);
}

function whole(credits: number): number {
  return Math.ceil(credits - PRODUCT_ERROR);
}

function found<T>(price: T | null | undefined, what: string): T {
  if (price === undefined) throw new MissingPrice(what);
  if (price === null) throw new NoPrice(`There is no price for ${what}: it is not for sale here.`);
  return price;
}
