/** What a run of some length costs. */
export type PriceByLength = {
  /** Price of a run of 1 s, 2 s …; a longer run goes on from the last. One entry at least. */
  first: readonly number[];
  /** For each second after those. */
  perSecond: number;
};

/** Prices by model, then by resolution. */
export type ModelPrices = Readonly<Record<string, Readonly<Record<string, PriceByLength>>>>;

/** Every price of the service, in credits. */
export type PriceTable = {
  /** Names the table in quotes, so that a change of prices can be seen. */
  version: string;
  /** Per run, by task kind. */
  image: Readonly<Record<string, number>>;
  video: {
    generation: ModelPrices;
    extension: ModelPrices;
    /** Added for a recommended prompt. */
    recommendedPrompt: number;
    /** Share of the price that an off-peak run costs, 0 to 1; the result is rounded up. */
    offPeakShare: number;
  };
  music: {
    perVideoSecond: number;
    perTextSecond: number;
  };
};

/** Thrown at start when the price table cannot be used; the message lists all that is wrong. */
export class InvalidPriceTable extends Error {}

const CREDITS_MAX = 1_000_000;

/**
 * Checks a table read from a file.
 * @throws InvalidPriceTable naming every wrong place.
 */
export function parsePriceTable(value: unknown): PriceTable {
  const problems: string[] = [];
  const table = new Place(value, 'table', problems);
  const video = table.at('video');
  const music = table.at('music');
  const parsed: PriceTable = {
    version: table.at('version').text(),
    image: table.at('image').each((price) => price.number()),
    video: {
      generation: video.at('generation').each((model) => model.each(priceByLength)),
      extension: video.at('extension').each((model) => model.each(priceByLength)),
      recommendedPrompt: video.at('recommendedPrompt').number(),
      offPeakShare: video.at('offPeakShare').number(1),
    },
    music: {
      perVideoSecond: music.at('perVideoSecond').number(),
      perTextSecond: music.at('perTextSecond').number(),
    },
  };
  if (problems.length > 0) throw new InvalidPriceTable(`The price table is wrong: ${problems.join('; ')}.`);
  return parsed;
}

function priceByLength(place: Place): PriceByLength {
  return { first: place.at('first').numbers(), perSecond: place.at('perSecond').number() };
}

/** One value of the file with its path, for messages. */
class Place {
  constructor(
    private readonly value: unknown,
    private readonly path: string,
    private readonly problems: string[],
  ) {}

  at(name: string): Place {
    return new Place(this.entries()[name], `${this.path}.${name}`, this.problems);
  }

  each<T>(read: (place: Place) => T): Record<string, T> {
    const entries = this.entries();
    if (Object.keys(entries).length === 0) this.refuse('must be an object with entries');
    return Object.fromEntries(Object.keys(entries).map((name) => [name, read(this.at(name))]));
  }

  text(): string {
    if (typeof this.value === 'string' && this.value !== '') return this.value;
    return this.refuse('must be a text', '');
  }

  number(max = CREDITS_MAX): number {
    if (typeof this.value === 'number' && this.value >= 0 && this.value <= max) return this.value;
    return this.refuse(`must be a number from 0 to ${max}`, 0);
  }

  numbers(): number[] {
    const list: unknown[] = Array.isArray(this.value) ? this.value : [];
    if (list.length === 0) this.refuse('must be a list of numbers');
    return list.map((entry, index) => new Place(entry, `${this.path}[${index}]`, this.problems).number());
  }

  private entries(): Record<string, unknown> {
    const isObject = typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value);
    return isObject ? (this.value as Record<string, unknown>) : {};
  }

  private refuse<T>(rule: string, fallback?: T): T {
    this.problems.push(`${this.path} ${rule}`);
    return fallback as T;
  }
}
